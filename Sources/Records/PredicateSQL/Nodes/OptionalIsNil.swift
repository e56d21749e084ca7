import Foundation

extension PredicateExpressions {
  /// Whether an optional is nil, for wrapped types that cannot be compared.
  ///
  /// If the wrapped type is `Equatable`, a comparison with nil is an `Equal` with a `NilLiteral`.
  public struct OptionalIsNil<Inner: PredicateExpression, Wrapped>: PredicateExpression
  where Inner.Output == Wrapped? {
    /// The optional to test.
    public let inner: Inner

    /// Creates the expression from the optional to test.
    public init(_ inner: Inner) {
      self.inner = inner
    }

    /// Evaluates the optional and returns whether it is nil.
    ///
    /// - Throws: What evaluating the operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      switch try inner.evaluate(bindings) {
      case .none: true
      case .some: false
      }
    }
  }
}

extension PredicateExpressions.OptionalIsNil: Sendable where Inner: Sendable {}

extension PredicateExpressions.OptionalIsNil: Codable where Inner: Codable {}

extension PredicateExpressions.OptionalIsNil: StandardPredicateExpression
where Inner: StandardPredicateExpression {}
