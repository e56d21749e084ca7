import Foundation

extension PredicateExpressions {
  /// Whether a string begins with another.
  public struct StringHasPrefix<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The string to test.
    public let root: Root
    /// The prefix to look for.
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
      try root.evaluate(bindings).hasPrefix(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringHasPrefix: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringHasPrefix: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringHasPrefix: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
