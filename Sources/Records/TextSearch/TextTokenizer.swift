/// How texts are split into searchable tokens.
///
/// All are [built into SQLite](https://sqlite.org/fts5.html), so that every program with SQLite
/// maintains the indexes.
package enum TextTokenizer: String, CaseIterable, Hashable, Codable, Sendable {
  /// Words, regardless of case and diacritics.
  case words
  /// Words reduced to English stems, regardless of case and diacritics.
  case englishStems
  /// All substrings of texts, regardless of case.
  case substrings

  /// The tokenizer in the declaration of an FTS5 table.
  package var declaration: String {
    switch self {
    case .words: "unicode61 remove_diacritics 2"
    case .englishStems: "porter unicode61 remove_diacritics 2"
    case .substrings: "trigram"
    }
  }

  /// The minimum number of characters of a term that can be looked up in an index.
  var leastLength: Int { self == .substrings ? 3 : 1 }
}
