import Foundation

extension PredicateExpressions {
  /// An integer operation that throws where the plain operator would trap.
  ///
  /// The program does not control stored values, so an overflow or a division by zero must fail the
  /// evaluation instead of the process.
  public struct IntegerArithmetic<LHS: PredicateExpression, RHS: PredicateExpression>:
    PredicateExpression
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    /// An integer operation.
    public enum Operator: String, Codable, Sendable {
      case add, subtract, multiply, divide, remainder
    }

    /// The left operand.
    public let lhs: LHS
    /// The right operand.
    public let rhs: RHS
    /// The operation on both operands.
    public let op: Operator

    /// Creates the expression from its operands and operation.
    public init(lhs: LHS, rhs: RHS, op: Operator) {
      self.lhs = lhs
      self.rhs = rhs
      self.op = op
    }

    /// Evaluates both operands and performs the operation.
    ///
    /// - Throws: `PredicateError.invalidInput` if the result does not fit the type or the divisor
    ///   is zero; what evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> LHS.Output {
      let left = try lhs.evaluate(bindings)
      let right = try rhs.evaluate(bindings)
      let (result, overflow) =
        switch op {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        case .divide: left.dividedReportingOverflow(by: right)
        case .remainder: left.remainderReportingOverflow(dividingBy: right)
        }
      guard !overflow else { throw PredicateError.invalidInput }
      return result
    }
  }
}

extension PredicateExpressions.IntegerArithmetic: Sendable where LHS: Sendable, RHS: Sendable {}

extension PredicateExpressions.IntegerArithmetic: Codable where LHS: Codable, RHS: Codable {}

extension PredicateExpressions.IntegerArithmetic: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}
