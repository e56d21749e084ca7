import SQLCore
import TextSearch

/// The functions in a PostgreSQL schema that split and fold texts like the tokenizers of SQLite's
/// FTS5, as statements and index definitions call them.
///
/// An index and a statement must contain the same expression; otherwise the server does not use the
/// index. Search texts are parameters, which the functions fold on the server.
package struct TextFunctions: Hashable, Sendable {
  package enum Name: String, CaseIterable, Sendable {
    /// Texts as folded words, each with a space before and after it; a line break separates texts.
    case words = "openswiftdata_text_words"
    /// Words as their stems.
    case stems = "openswiftdata_text_stems"
    /// The `tsvector` of words, which an index contains.
    case vector = "openswiftdata_text_vector"
    /// The `tsvector` of words with their positions, by which search results are ranked.
    case positions = "openswiftdata_text_positions"
    /// The `tsquery` that finds all words of a term.
    case query = "openswiftdata_text_query"
    /// A text in lowercase, as substrings are compared.
    case folded = "openswiftdata_text_folded"
    /// How often a substring occurs in a text, relative to the text's length.
    case frequency = "openswiftdata_text_frequency"
  }

  /// The dictionary that finds the stems of English words.
  package static let dictionary = "openswiftdata_text_porter"

  package let schema: String

  package init(schema: String) { self.schema = schema }

  private func call(_ name: Name, _ arguments: SQLFragment) -> SQLFragment {
    "\(.table(SQLDialect.name(name.rawValue, in: schema)))(\(arguments))"
  }

  /// The folded words of texts, or their stems.
  private func words(_ texts: [SQLFragment], _ tokenizer: TextTokenizer) -> SQLFragment {
    let words = call(.words, "ARRAY[\(texts.joined(separator: ", "))]")
    guard tokenizer == .englishStems else { return words }
    let name = SQLDialect.postgres.quoted(SQLDialect.name(Self.dictionary, in: schema))
    return call(
      .stems, "\(words), \(raw: name.quoted(by: "'"))::pg_catalog.regdictionary")
  }

  /// The expressions that an index contains.
  package func indexed(_ texts: [SQLFragment], _ tokenizer: TextTokenizer) -> [SQLFragment] {
    switch tokenizer {
    case .words, .englishStems: [call(.vector, words(texts, tokenizer))]
    case .substrings: texts.map { call(.folded, $0) }
    }
  }

  /// The condition that texts contain all of the terms.
  ///
  /// - Parameters:
  ///   - terms: The terms; at least one.
  ///   - texts: The texts.
  ///   - tokenizer: How the texts are split.
  ///   - all: All texts of the index.
  /// - Returns: The condition, which is never NULL.
  func contains(
    _ terms: [TextQuery.Term], in texts: [SQLFragment], _ tokenizer: TextTokenizer,
    indexed all: [SQLFragment]
  ) -> SQLFragment {
    guard tokenizer != .substrings else {
      return terms.map { substring($0, in: texts) }.joined(separator: " AND ")
    }
    let query = query(terms, tokenizer, joinedBy: " && ")
    var parts = (all == texts ? [texts] : [all, texts]).flatMap { indexed($0, tokenizer) }
      .map { vector -> SQLFragment in "\(vector) @@ \(query)" }
    // An index does not know which word follows which.
    for term in terms where !term.isOneWord {
      let words = words([Self.text(term.text)], tokenizer)
      let phrase: SQLFragment = term.isPrefix ? "rtrim(\(words))" : words
      parts.append("strpos(\(self.words(texts, tokenizer)), \(phrase)) > 0")
    }
    return parts.joined(separator: " AND ")
  }

  private func query(
    _ terms: [TextQuery.Term], _ tokenizer: TextTokenizer, joinedBy connective: String
  ) -> SQLFragment {
    let queries = terms.map { term in
      call(.query, "\(words([Self.text(term.text)], tokenizer)), \(.truth(term.isPrefix))")
    }
    return "(\(queries.joined(separator: connective)))"
  }

  /// The condition that one of several texts contains a substring.
  private func substring(_ term: TextQuery.Term, in texts: [SQLFragment]) -> SQLFragment {
    let pattern = "%\(term.text.escapedForLike)%"
    let tests = texts.map { text -> SQLFragment in
      "\(call(.folded, text)) LIKE \(call(.folded, Self.text(pattern)))"
    }
    return "(\(tests.joined(separator: " OR ")))"
  }

  /// The condition that one of several texts contains a substring that is too short for an index.
  func short(_ term: String, in texts: [SQLFragment]) -> SQLFragment {
    let tests = texts.map { text -> SQLFragment in
      "strpos(\(call(.folded, text)), \(call(.folded, Self.text(term)))) > 0"
    }
    return "(\(tests.joined(separator: " OR ")))"
  }

  /// How well texts match the terms, more being better.
  ///
  /// - Parameters:
  ///   - terms: The terms.
  ///   - texts: The texts.
  ///   - weights: The weight of each text.
  ///   - tokenizer: How the texts are split.
  /// - Returns: The score.
  package func score(
    _ terms: [TextQuery.Term], in texts: [SQLFragment], weights: [Double],
    _ tokenizer: TextTokenizer
  ) -> SQLFragment {
    let scores = zip(texts, weights).map { text, weight -> SQLFragment in
      "\(SQLFragment.value(.real(weight)).typed()) * \(score(terms, in: text, tokenizer))"
    }
    return scores.isEmpty || terms.isEmpty
      ? "0::double precision" : scores.joined(separator: " + ")
  }

  private func score(
    _ terms: [TextQuery.Term], in text: SQLFragment, _ tokenizer: TextTokenizer
  ) -> SQLFragment {
    guard tokenizer == .substrings else {
      // The normalization 1 divides by 1 + the logarithm of the length:
      // https://www.postgresql.org/docs/15/textsearch-controls.html
      let positions = call(.positions, words([text], tokenizer))
      let query = query(terms, tokenizer, joinedBy: " || ")
      return "ts_rank(\(positions), \(query), 1)::double precision"
    }
    let frequencies = terms.map { term in
      call(.frequency, "\(call(.folded, text)), \(call(.folded, Self.text(term.text)))")
    }
    return "(\(frequencies.joined(separator: " + ")))"
  }

  private static func text(_ text: String) -> SQLFragment {
    SQLFragment.value(.text(text)).typed()
  }
}

extension TextQuery.Term {
  /// Whether every tokenizer finds a single word in the term; false if that is uncertain.
  fileprivate var isOneWord: Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    }
  }
}

extension String {
  /// The text as a part of a pattern of LIKE that stands for itself.
  fileprivate var escapedForLike: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if ["\\", "%", "_"].contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
