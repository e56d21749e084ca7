import Foundation

extension PredicateExpressions {
  /// The order of two strings as a file browser lists them, with numbers ordered by value.
  public struct StringLocalizedStandardCompare<
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
      try root.evaluate(bindings).localizedStandardCompare(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringLocalizedStandardCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
