import Foundation

extension PredicateExpressions {
  /// A value converted to an optional, for a comparison with an optional operand.
  public struct OptionalPromotion<Wrapped: PredicateExpression>: PredicateExpression {
    /// The value that is promoted.
    public let wrapped: Wrapped

    /// Creates the expression from the value to promote.
    public init(_ wrapped: Wrapped) {
      self.wrapped = wrapped
    }

    /// Evaluates the value; the result is never nil unless the value is an optional itself.
    ///
    /// - Throws: What evaluating the operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Wrapped.Output? {
      try wrapped.evaluate(bindings)
    }
  }
}

extension PredicateExpressions.OptionalPromotion: Sendable where Wrapped: Sendable {}

extension PredicateExpressions.OptionalPromotion: Codable where Wrapped: Codable {}

extension PredicateExpressions.OptionalPromotion: StandardPredicateExpression
where Wrapped: StandardPredicateExpression {}
