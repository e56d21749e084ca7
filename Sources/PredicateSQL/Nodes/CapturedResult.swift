import Foundation

extension PredicateExpressions {
  /// A value from outside the predicate whose computation unwrapped an optional.
  ///
  /// The computation ran when the predicate was made; a nil that was met then fails the evaluation,
  /// and only where the value is needed.
  public struct CapturedResult<Output: Codable & Sendable>: StandardPredicateExpression {
    /// The value, or nil where a nil was unwrapped.
    public let value: Output?

    /// Makes the expression from what the computation came to.
    public init(_ value: Output?) {
      self.value = value
    }

    /// Gives the value.
    ///
    /// - Throws: `PredicateError.forceUnwrapFailure` where a nil was unwrapped.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      guard let value else { throw PredicateError.forceUnwrapFailure }
      return value
    }
  }
}
