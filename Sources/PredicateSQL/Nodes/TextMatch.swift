import Foundation
import TextSearch

/// Where a search in predicates looks; not for use by hand.
public protocol _TextSource {
  /// What is searched.
  associatedtype Subject

  /// The texts of a value, and how they are searched.
  ///
  /// - Throws: What reading them throws.
  static func texts(of subject: Subject) throws -> _SearchedTexts
}

/// The texts of a value, and how they are searched; not for use by hand.
public struct _SearchedTexts {
  package let texts: [String?]
  package let tokenizer: TextTokenizer

  package init(_ texts: [String?], _ tokenizer: TextTokenizer) {
    self.texts = texts
    self.tokenizer = tokenizer
  }

  /// Whether the texts fulfil a search.
  ///
  /// - Throws: `SQLError` where the SQLite at hand has no such tokenizer.
  package func match(_ text: String) throws -> Bool {
    try TextMatcher.shared.matches(TextQuery(text), texts, tokenizer)
  }
}

extension PredicateExpressions {
  /// Whether the texts of a value fulfil a search.
  public struct TextMatch<
    Root: PredicateExpression, Query: PredicateExpression, Source: _TextSource
  >:
    PredicateExpression
  where Root.Output == Source.Subject, Query.Output == String {
    /// What is searched.
    public let root: Root
    /// What is searched for, as it was typed.
    public let query: Query

    /// Makes the expression from its two operands.
    public init(root: Root, query: Query) {
      self.root = root
      self.query = query
    }

    /// Evaluates both operands and searches.
    ///
    /// - Throws: What evaluating an operand throws; what SQLite says where it has no such tokenizer.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try Source.texts(of: root.evaluate(bindings)).match(query.evaluate(bindings))
    }
  }
}

extension PredicateExpressions.TextMatch: Sendable where Root: Sendable, Query: Sendable {}

extension PredicateExpressions.TextMatch: Codable where Root: Codable, Query: Codable {}

extension PredicateExpressions.TextMatch: StandardPredicateExpression
where Root: StandardPredicateExpression, Query: StandardPredicateExpression {}
