import Foundation

extension PredicateExpressions {
  /// The first of two optionals that is not nil, or nil.
  ///
  /// `NilCoalesce` is the counterpart whose right side is not optional.
  public struct OptionalCoalesce<LHS: PredicateExpression, RHS: PredicateExpression, Wrapped>:
    PredicateExpression
  where LHS.Output == Wrapped?, RHS.Output == Wrapped? {
    /// The preferred optional.
    public let lhs: LHS
    /// The optional that is used if the left side is nil.
    public let rhs: RHS

    /// Creates the expression from the two optionals.
    public init(lhs: LHS, rhs: RHS) {
      self.lhs = lhs
      self.rhs = rhs
    }

    /// Evaluates the left side, and the right side if that is nil.
    ///
    /// - Throws: What evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Wrapped? {
      try lhs.evaluate(bindings) ?? rhs.evaluate(bindings)
    }
  }
}

extension PredicateExpressions.OptionalCoalesce: Sendable where LHS: Sendable, RHS: Sendable {}

extension PredicateExpressions.OptionalCoalesce: Codable where LHS: Codable, RHS: Codable {}

extension PredicateExpressions.OptionalCoalesce: StandardPredicateExpression
where LHS: StandardPredicateExpression, RHS: StandardPredicateExpression {}
