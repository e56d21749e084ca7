import Foundation

extension PredicateExpressions {
  /// Whether a string ends with another.
  public struct StringHasSuffix<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The string to test.
    public let root: Root
    /// The suffix to look for.
    public let other: Other

    /// Creates the expression from its two operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Evaluates both operands and tests the string.
    ///
    /// - Throws: What evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try root.evaluate(bindings).hasSuffix(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringHasSuffix: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringHasSuffix: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringHasSuffix: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
