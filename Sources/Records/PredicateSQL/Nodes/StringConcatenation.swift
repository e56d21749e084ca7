import Foundation

extension PredicateExpressions {
  /// Two strings joined by `+`.
  public struct StringConcatenation<LHS: PredicateExpression, RHS: PredicateExpression>:
    PredicateExpression
  where LHS.Output == String, RHS.Output == String {
    /// The first string.
    public let lhs: LHS
    /// The second string.
    public let rhs: RHS

    /// Creates the expression from its two operands.
    public init(lhs: LHS, rhs: RHS) {
      self.lhs = lhs
      self.rhs = rhs
    }

    /// Evaluates both operands and joins them.
    ///
    /// - Throws: What evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try lhs.evaluate(bindings) + rhs.evaluate(bindings)
    }
  }
}

extension PredicateExpressions.StringConcatenation: Sendable where LHS: Sendable, RHS: Sendable {}

extension PredicateExpressions.StringConcatenation: Codable where LHS: Codable, RHS: Codable {}

extension PredicateExpressions.StringConcatenation: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}
