import Foundation

extension PredicateExpressions {
  /// The order of two strings by their characters.
  public struct StringCompare<Root: PredicateExpression, Other: PredicateExpression>:
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
      try root.evaluate(bindings).compare(other.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.StringCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
