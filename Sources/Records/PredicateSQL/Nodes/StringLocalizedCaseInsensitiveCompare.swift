import Foundation

extension PredicateExpressions {
  /// The order of two strings in the current locale, ignoring case.
  public struct StringLocalizedCaseInsensitiveCompare<
    Root: PredicateExpression, Other: PredicateExpression
  >:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// The first string.
    public let root: Root
    /// The second string.
    public let other: Other

    /// Creates the expression from its two operands.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Evaluates both operands and compares them.
    ///
    /// - Throws: What evaluating an operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCaseInsensitiveCompare(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
