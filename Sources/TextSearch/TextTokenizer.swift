import SQLCore

/// How texts are taken apart into what can be searched for: SQLite's own ways, so that every program
/// with an SQLite keeps indexes by itself.
package enum TextTokenizer: String, CaseIterable, Hashable, Codable, Sendable {
  /// Words, regardless of case and diacritics.
  case words
  /// The same by the stems of English words.
  case englishStems
  /// All parts of texts, regardless of case.
  case substrings

  /// What an FTS5 table is declared with.
  package var declaration: String {
    switch self {
    case .words: "unicode61 remove_diacritics 2"
    case .englishStems: "porter unicode61 remove_diacritics 2"
    case .substrings: "trigram"
    }
  }

  /// How many characters a term needs at least to be looked up in an index.
  var leastLength: Int { self == .substrings ? 3 : 1 }
}
