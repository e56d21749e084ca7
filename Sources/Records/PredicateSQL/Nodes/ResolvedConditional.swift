import Foundation

extension PredicateExpressions {
  /// The chosen branch of a conditional whose test does not involve the input.
  ///
  /// The test is evaluated once, when the predicate is created, and only the chosen branch is
  /// built. So `query == nil || $0.title.contains(query!)` is safe, and the store never sees the
  /// test.
  public enum ResolvedConditional<Then: PredicateExpression, Else: PredicateExpression>:
    PredicateExpression
  where Then.Output == Else.Output {
    /// The test was true.
    case then(Then)
    /// The test was false.
    case otherwise(Else)

    /// Evaluates the chosen branch.
    ///
    /// - Throws: What evaluating the branch throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Then.Output {
      switch self {
      case .then(let branch): try branch.evaluate(bindings)
      case .otherwise(let branch): try branch.evaluate(bindings)
      }
    }
  }
}

extension PredicateExpressions.ResolvedConditional: Sendable where Then: Sendable, Else: Sendable {}

extension PredicateExpressions.ResolvedConditional: Codable where Then: Codable, Else: Codable {}

extension PredicateExpressions.ResolvedConditional: StandardPredicateExpression
where Then: StandardPredicateExpression, Else: StandardPredicateExpression {}
