#if !canImport(Darwin)
  import Foundation

  extension PredicateExpressions {
    /// Whether a string contains another, ignoring case and diacritics in the current locale.
    public struct StringLocalizedStandardContains<
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
        try root.evaluate(bindings).containsStandard(other.evaluate(bindings))
      }
    }

    /// Builds the expression for `localizedStandardContains(_:)`.
    public static func build_localizedStandardContains<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
      StringLocalizedStandardContains(root: root, other: other)
    }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: Sendable
  where Root: Sendable, Other: Sendable {}

  extension PredicateExpressions.StringLocalizedStandardContains: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
