import Foundation

/// Compares predicates structurally, part by part.
///
/// Every predicate has its own variables; they are equal if they appear in the same order.
struct ExpressionComparison {
  private var leftVariables: [PredicateExpressions.VariableID: Int] = [:]
  private var rightVariables: [PredicateExpressions.VariableID: Int] = [:]

  init() {}

  /// Whether two parts of predicates have the same structure and equal values (`==`).
  mutating func areEqual(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? PredicateExpressions.VariableID,
      let right = right as? PredicateExpressions.VariableID
    {
      return number(left, in: &leftVariables) == number(right, in: &rightVariables)
    }
    if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
    if let left = left as? any Equatable { return isEqual(left, right) }
    let leftParts = Array(Mirror(reflecting: left).children)
    let rightParts = Array(Mirror(reflecting: right).children)
    guard leftParts.count == rightParts.count else { return false }
    if leftParts.isEmpty { return "\(left)" == "\(right)" }
    return zip(leftParts, rightParts).allSatisfy { left, right in
      left.label == right.label && areEqual(left.value, right.value)
    }
  }

  private func number(
    _ variable: PredicateExpressions.VariableID,
    in known: inout [PredicateExpressions.VariableID: Int]
  ) -> Int {
    if let number = known[variable] { return number }
    known[variable] = known.count
    return known.count - 1
  }

  private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    left == right as? Value
  }
}
