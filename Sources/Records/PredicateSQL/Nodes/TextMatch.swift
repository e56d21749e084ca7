import Foundation
import TextSearch

/// The source of the texts for a search in predicates; not for direct use.
public protocol _TextSource {
  /// The type whose values are searched.
  associatedtype Subject

  /// Returns the texts of a value, and their tokenizer.
  ///
  /// - Throws: What reading them throws.
  static func texts(of subject: Subject) throws -> _SearchedTexts
}

/// The texts of a value, and their tokenizer; not for direct use.
public struct _SearchedTexts {
  package let texts: [String?]
  package let tokenizer: TextTokenizer

  package init(_ texts: [String?], _ tokenizer: TextTokenizer) {
    self.texts = texts
    self.tokenizer = tokenizer
  }

  /// Returns whether the texts match a search.
  ///
  /// - Throws: `SQLError` if the available SQLite lacks the tokenizer.
  package func match(_ text: String) throws -> Bool {
    try TextMatcher.shared.matches(TextQuery(text), texts, tokenizer)
  }
}

extension PredicateExpressions {
  /// Whether the texts of a value match a search.
  public struct TextMatch<
    Root: PredicateExpression, Query: PredicateExpression, Source: _TextSource
  >:
    PredicateExpression
  where Root.Output == Source.Subject, Query.Output == String {
    /// The value to search.
    public let root: Root
    /// The search text, as it was typed.
    public let query: Query

    /// Creates the expression from its two operands.
    public init(root: Root, query: Query) {
      self.root = root
      self.query = query
    }

    /// Evaluates both operands and searches.
    ///
    /// - Throws: What evaluating an operand throws; SQLite's error if it lacks the tokenizer.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try Source.texts(of: root.evaluate(bindings)).match(query.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.TextMatch: Sendable where Root: Sendable, Query: Sendable {}

extension PredicateExpressions.TextMatch: Codable where Root: Codable, Query: Codable {}

extension PredicateExpressions.TextMatch: StandardPredicateExpression
where Root: StandardPredicateExpression, Query: StandardPredicateExpression {}
