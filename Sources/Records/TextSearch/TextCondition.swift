import SQLCore

/// A search for one tokenizer, divided into what an index can look up and terms that are too short
/// for it.
///
/// A text matches if it contains all of `required` and `shortTerms`, and none of `excluded` and
/// `shortExclusions`.
package struct TextCondition: Hashable, Sendable {
  /// The terms that an index can look up.
  package var required: [TextQuery.Term] = []
  package var excluded: [TextQuery.Term] = []
  /// Parts of words that are too short to look up in the index, with their case folded.
  package var shortTerms: [String] = []
  package var shortExclusions: [String] = []

  /// The [FTS5 expression](https://sqlite.org/fts5.html) that has to match, which includes
  /// exclusions; nil if there are no required terms.
  package var expression: String? {
    guard let inclusion = Self.joined(required, by: " AND ") else { return nil }
    return Self.joined(excluded, by: " OR ").map { "(\(inclusion)) NOT (\($0))" } ?? inclusion
  }

  /// The FTS5 expression that must not match, if no expression has to match.
  package var exclusion: String? {
    required.isEmpty ? Self.joined(excluded, by: " OR ") : nil
  }

  /// The same condition without the terms that an index can look up.
  package var ofShortTerms: TextCondition {
    var result = self
    (result.required, result.excluded) = ([], [])
    return result
  }

  /// Whether every text matches.
  package var isEmpty: Bool {
    required.isEmpty && excluded.isEmpty && shortTerms.isEmpty && shortExclusions.isEmpty
  }

  /// - Throws: SQLite's error if it does not have the tokenizer.
  package init(_ query: TextQuery, _ tokenizer: TextTokenizer) throws(SQLError) {
    (required, shortTerms) = try Self.sorted(query.required, tokenizer)
    (excluded, shortExclusions) = try Self.sorted(query.excluded, tokenizer)
  }

  /// Creates the condition of a query that is the same for every tokenizer, without asking one.
  ///
  /// Each term has to contain an ASCII letter or digit, which all tokenizers know, and none may be
  /// short or excluded.
  package init?(plain query: TextQuery) {
    guard query.excluded.isEmpty, !query.required.isEmpty,
      query.required.allSatisfy({ $0.isPlain && $0.text.unicodeScalars.count >= 3 })
    else { return nil }
    required = query.required
  }

  /// The terms that the index can look up, and those that are too short for it.
  ///
  /// Terms without tokens are omitted.
  private static func sorted(
    _ terms: [TextQuery.Term], _ tokenizer: TextTokenizer
  ) throws(SQLError) -> (found: [TextQuery.Term], short: [String]) {
    var (found, short): ([TextQuery.Term], [String]) = ([], [])
    for term in terms {
      if term.text.unicodeScalars.count < tokenizer.leastLength {
        short.append(TextFolding.folded(term.text))
        continue
      }
      let isFound = term.isPlain ? true : try TextMatcher.shared.hasTokens(term.text, tokenizer)
      if isFound { found.append(term) }
    }
    return (found, short)
  }

  private static func joined(_ terms: [TextQuery.Term], by keyword: String) -> String? {
    terms.isEmpty ? nil : terms.map(\.expression).joined(separator: keyword)
  }

  /// Whether texts contain the short terms, which the index cannot look up, and no short
  /// exclusions.
  func holdsForShortTerms(_ texts: [String?]) -> Bool {
    guard !shortTerms.isEmpty || !shortExclusions.isEmpty else { return true }
    func occurs(_ term: String) -> Bool {
      texts.contains { $0.map { TextFolding.contains($0, folded: term) } ?? false }
    }
    return shortTerms.allSatisfy(occurs) && !shortExclusions.contains(where: occurs)
  }
}

extension TextQuery.Term {
  /// The term as an FTS5 string, in which nothing is an operator.
  var expression: String {
    // This loops over scalars, because a mark and a following combining accent are one character.
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return String(quoted) + (isPrefix ? "\"*" : "\"")
  }

  /// Whether every tokenizer finds a word in the term.
  fileprivate var isPlain: Bool {
    text.utf8.contains { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
  }
}
