import Foundation

extension PredicateExpressions {
  /// Whether an optional is nil, for wrapped types that cannot be compared.
  ///
  /// Where the wrapped type is `Equatable`, comparing with nil is an `Equal` with a `NilLiteral`.
  public struct OptionalIsNil<Inner: PredicateExpression, Wrapped>: PredicateExpression
  where Inner.Output == Wrapped? {
    /// The optional that is looked at.
    public let inner: Inner

    /// Makes the expression from the optional to look at.
    public init(_ inner: Inner) {
      self.inner = inner
    }

    /// Evaluates the optional and tells whether it is nil.
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
