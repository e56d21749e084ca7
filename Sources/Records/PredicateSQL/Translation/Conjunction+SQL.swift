import Foundation
import SQLCore

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let left) = try context.translateCondition(lhs) else {
      // Evaluation also stops if the left side is false, so the right side does not matter.
      return try context.value(of: lhs) ? context.translateCondition(rhs) : .constant
    }
    switch try context.condition(rhs) {
    case .value(true): return .sql(left.condition)
    case .value(false): return .sql(.constant(false, in: left))
    case .sql(let right): return .sql(.logical("AND", left.condition, right.condition))
    }
  }
}

extension PredicateExpressions.Conjunction: PartlyTranslatable {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    let left = context.partialCondition(lhs)
    let right = context.partialCondition(rhs)
    var result = PartialCondition(
      condition: left.condition ?? right.condition, isExact: left.isExact && right.isExact,
      obstacle: left.obstacle ?? right.obstacle)
    if let left = left.condition, let right = right.condition {
      result.condition = .logical("AND", left, right)
    }
    return result
  }
}

extension SQLExpression {
  /// Joins two conditions with AND or OR; in all of them, NULL means false or unknowable.
  static func logical(
    _ keyword: String, _ left: SQLExpression, _ right: SQLExpression
  ) -> SQLExpression {
    let head = left.joined?.keyword == keyword ? left.joined?.sql : nil
    let expression = SQLExpression(
      sql: SQLFragment(), type: .boolean,
      isNullable: left.isNullable || right.isNullable,
      hasNullForNaN: left.hasNullForNaN || right.hasNullForNaN, isCondition: true,
      strictVariables: left.strictVariables.filter(right.strictVariables.contains),
      isUnknowable: left.isUnknowable || right.isUnknowable,
      hidesFailures: left.hidesFailures || right.hidesFailures || left.isUnknowable
        || right.isUnknowable,
      bounds: keyword == "AND" ? left.bounds + right.bounds : [])
    return joined(by: keyword, "\(head ?? left.sql) \(raw: keyword) \(right.sql)", as: expression)
  }
}
