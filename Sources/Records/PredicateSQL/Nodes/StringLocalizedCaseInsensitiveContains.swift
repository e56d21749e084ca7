import Foundation

extension PredicateExpressions {
  /// Whether a string contains another, ignoring case in the current locale.
  public struct StringLocalizedCaseInsensitiveContains<
    Root: PredicateExpression, Other: PredicateExpression
  >:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The string to search.
    public let root: Root
    /// The string to look for.
    public let other: Other

    /// Creates the expression from its two operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Evaluates both operands and searches.
    ///
    /// - Throws: What evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try root.evaluate(bindings).containsCaseInsensitive(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
