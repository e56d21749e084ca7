import SQLCore

/// A search in terms of one tokenizer: what an index can look up, and what it is too short for.
///
/// A text fulfils it where it matches `expression`, which nil stands for when every text does; where it
/// does not match `exclusion`; where it contains all of `shortTerms`; and none of `shortExclusions`.
package struct TextCondition: Hashable, Sendable {
  /// An expression of FTS5's; it says of exclusions what it can.
  package var expression: String?
  /// What must not match, where nothing has to.
  package var exclusion: String?
  /// Parts of words that are shorter than the index can look up, folded.
  package var shortTerms: [String] = []
  package var shortExclusions: [String] = []

  /// Whether every text fulfils it.
  package var isEmpty: Bool {
    expression == nil && exclusion == nil && shortTerms.isEmpty && shortExclusions.isEmpty
  }

  /// The expression where it is the whole condition.
  package var wholeExpression: String? {
    exclusion == nil && shortTerms.isEmpty && shortExclusions.isEmpty ? expression : nil
  }

  /// - Throws: What SQLite says where it has no such tokenizer.
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

  /// The condition of a query that says the same to every tokenizer, without asking one: words of
  /// letters that all know, none of them short or excluded.
  package init?(plain query: TextQuery) {
    guard query.excluded.isEmpty, !query.required.isEmpty,
      query.required.allSatisfy({ $0.isPlain && $0.text.unicodeScalars.count >= 3 })
    else { return nil }
    expression = Self.joined(query.required.map(\.expression), by: " AND ")
  }

  /// What the index can look up as expressions, and what is too short for it, without terms in which
  /// there is nothing to look for.
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

  /// Whether texts that contain `terms`, of which the index knows nothing, are meant.
  package func holdsForShortTerms(_ texts: [String?]) -> Bool {
    guard !shortTerms.isEmpty || !shortExclusions.isEmpty else { return true }
    func occurs(_ term: String) -> Bool {
      texts.contains { $0.map { TextFolding.contains($0, folded: term) } ?? false }
    }
    return shortTerms.allSatisfy(occurs) && !shortExclusions.contains(where: occurs)
  }
}

extension TextQuery.Term {
  /// The term as FTS5 reads it: all of it is text.
  var expression: String {
    // A mark may be one character with an accent behind it, so that these are no matter of characters.
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return String(quoted) + (isPrefix ? "\"*" : "\"")
  }

  /// Whether every tokenizer finds a word in it that is long enough.
  fileprivate var isPlain: Bool {
    text.utf8.contains { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
  }
}
