import Foundation

extension PredicateExpressions {
  /// A value from outside the predicate whose computation unwrapped an optional.
  ///
  /// The computation runs when the predicate is created. If it unwraps a nil, evaluation fails
  /// later, and only if the value is needed.
  public struct CapturedResult<Output: Codable & Sendable>: StandardPredicateExpression {
    /// The value, or nil if the computation unwrapped a nil.
    public let value: Output?

    /// Creates the expression from the result of the computation.
    public init(_ value: Output?) {
      self.value = value
    }

    /// Returns the value.
    ///
    /// - Throws: `PredicateError.forceUnwrapFailure` if the computation unwrapped a nil.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      guard let value else { throw PredicateError.forceUnwrapFailure }
      return value
    }
  }
}
