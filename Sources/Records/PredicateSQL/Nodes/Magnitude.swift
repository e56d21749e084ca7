import Foundation

extension PredicateExpressions {
  /// The absolute value of a number.
  public struct Magnitude<Wrapped: PredicateExpression>: PredicateExpression
  where Wrapped.Output: SignedNumeric & Comparable {
    /// The number whose absolute value is computed.
    public let wrapped: Wrapped

    /// Creates the expression from a number.
    public init(_ wrapped: Wrapped) {
      self.wrapped = wrapped
    }

    /// Evaluates the number and returns its absolute value.
    ///
    /// - Throws: `PredicateError.invalidInput` for the minimum of an integer type, which has no
    ///   positive counterpart; what evaluating the operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Wrapped.Output {
      let number = try wrapped.evaluate(bindings)
      guard number < .zero else { return number }
      if let integer = number as? any FixedWidthInteger, Self.isMinimum(integer) {
        throw PredicateError.invalidInput
      }
      return -number
    }

    private static func isMinimum<Number: FixedWidthInteger>(_ number: Number) -> Bool {
      number == .min
    }
  }
}

extension PredicateExpressions.Magnitude: Sendable where Wrapped: Sendable {}

extension PredicateExpressions.Magnitude: Codable where Wrapped: Codable {}

extension PredicateExpressions.Magnitude: StandardPredicateExpression
where Wrapped: StandardPredicateExpression {}
