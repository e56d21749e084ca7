#if !canImport(Darwin)
  import Foundation

  extension PredicateExpressions {
    /// The order of two strings in the current locale.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
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
        try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
      }
    }

    /// Builds the expression for `localizedCompare(_:)`.
    public static func build_localizedCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
      StringLocalizedCompare(root: root, other: other)
    }
  }

  extension PredicateExpressions.StringLocalizedCompare: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringLocalizedCompare: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
