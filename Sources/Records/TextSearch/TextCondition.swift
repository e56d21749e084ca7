import SQLCore

/// A search for one tokenizer, divided into what an index can look up and terms that are too short
/// for it.
///
/// A text matches if it matches `expression` (nil matches every text), does not match `exclusion`,
/// contains all of `shortTerms`, and contains none of `shortExclusions`.
package struct TextCondition: Hashable, Sendable {
  /// An [FTS5 expression](https://sqlite.org/fts5.html), which includes exclusions if possible.
  package var expression: String?
  /// The expression that must not match, if no expression has to match.
  package var exclusion: String?
  /// Parts of words that are too short to look up in the index, with their case folded.
  package var shortTerms: [String] = []
  package var shortExclusions: [String] = []

  /// Whether every text matches.
  package var isEmpty: Bool {
    expression == nil && exclusion == nil && shortTerms.isEmpty && shortExclusions.isEmpty
  }

  /// - Throws: SQLite's error if it does not have the tokenizer.
  package init(_ query: TextQuery, _ tokenizer: TextTokenizer) throws(SQLError) {
    let (required, short) = try Self.sorted(query.required, tokenizer)
    let (excluded, shortExcluded) = try Self.sorted(query.excluded, tokenizer)
    shortTerms = short
    shortExclusions = shortExcluded
    let inclusion = Self.joined(required, by: " AND ")
    let exclusion = Self.joined(excluded, by: " OR ")
    switch (inclusion, exclusion) {
    case (let inclusion?, let exclusion?): expression = "(\(inclusion)) NOT (\(exclusion))"
    default: (expression, self.exclusion) = (inclusion, exclusion)
    }
  }

  /// Creates the condition of a query that is the same for every tokenizer, without asking one.
  ///
  /// Each term has to contain an ASCII letter or digit, which all tokenizers know, and none may be
  /// short or excluded.
  package init?(plain query: TextQuery) {
    guard query.excluded.isEmpty, !query.required.isEmpty,
      query.required.allSatisfy({ $0.isPlain && $0.text.unicodeScalars.count >= 3 })
    else { return nil }
    expression = Self.joined(query.required.map(\.expression), by: " AND ")
  }

  /// The terms that the index can look up, as expressions, and those that are too short for it.
  ///
  /// Terms without tokens are omitted.
  private static func sorted(
    _ terms: [TextQuery.Term], _ tokenizer: TextTokenizer
  ) throws(SQLError) -> (expressions: [String], short: [String]) {
    var (expressions, short): ([String], [String]) = ([], [])
    for term in terms {
      if term.text.unicodeScalars.count < tokenizer.leastLength {
        short.append(TextFolding.folded(term.text))
        continue
      }
      let isFound = term.isPlain ? true : try TextMatcher.shared.hasTokens(term.text, tokenizer)
      if isFound { expressions.append(term.expression) }
    }
    return (expressions, short)
  }

  private static func joined(_ expressions: [String], by keyword: String) -> String? {
    expressions.isEmpty ? nil : expressions.joined(separator: keyword)
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
