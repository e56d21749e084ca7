import Foundation

extension PredicateExpressions {
  /// A string in lowercase.
  public struct StringLowercased<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    /// The string to convert.
    public let root: Root

    /// Creates the expression from the string to convert.
    public init(root: Root) {
      self.root = root
    }

    /// Converts the string.
    ///
    /// - Throws: What evaluating the operand throws.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      try root.evaluate(bindings).lowercased()
    }
  }
}

extension PredicateExpressions.StringLowercased: Sendable where Root: Sendable {}

extension PredicateExpressions.StringLowercased: Codable where Root: Codable {}

extension PredicateExpressions.StringLowercased: StandardPredicateExpression
where Root: StandardPredicateExpression {}
