/// A search as typed by a user; every text is a valid query.
///
/// White space separates terms, all of which have to occur. Quotation marks make several words one
/// term. A `*` after a term matches words that begin with it, and a `-` before a term excludes it.
/// Everything else is text. Only the first ``limit`` characters are used.
package struct TextQuery: Hashable, Sendable {
  /// One word, or words that have to follow one another.
  package struct Term: Hashable, Sendable {
    package var text: String
    /// Whether the last word is only the beginning of a word.
    package var isPrefix: Bool

    package init(_ text: String, isPrefix: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
    }
  }

  /// The maximum number of Unicode scalars of a search: each may be a term that SQLite has to look
  /// up.
  package static let limit = 1_000

  /// The terms that have to occur, each once.
  package private(set) var required: [Term] = []
  /// The terms that must not occur, each once.
  package private(set) var excluded: [Term] = []

  /// Parses a search.
  package init(_ text: String) {
    var reader = TextQueryReader(text)
    while let (term, isExcluded) = reader.next() {
      if isExcluded {
        if !excluded.contains(term) { excluded.append(term) }
      } else if !required.contains(term) {
        required.append(term)
      }
    }
  }
}

/// Parses a search.
private struct TextQueryReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
    rest = rest.prefix(TextQuery.limit)
  }

  mutating func next() -> (TextQuery.Term, isExcluded: Bool)? {
    while true {
      rest = rest.drop(while: \.separatesTerms)
      guard !rest.isEmpty else { return nil }
      let isExcluded = rest.first == "-"
      if isExcluded { rest.removeFirst() }
      let term = rest.first.map(\.isQuotationMark) == true ? phrase() : word()
      if !term.text.isEmpty { return (term, isExcluded) }
    }
  }

  private mutating func phrase() -> TextQuery.Term {
    rest.removeFirst()
    let text = rest.prefix { !$0.isQuotationMark }
    rest = rest[text.endIndex...]
    if !rest.isEmpty { rest.removeFirst() }
    let isPrefix = rest.first == "*"
    if isPrefix { rest.removeFirst() }
    return TextQuery.Term(Self.text(text), isPrefix: isPrefix)
  }

  private mutating func word() -> TextQuery.Term {
    let all = rest.prefix { !$0.separatesTerms }
    rest = rest[all.endIndex...]
    var text = all
    while text.last == "*" { text.removeLast() }
    return TextQuery.Term(Self.text(text), isPrefix: text.endIndex != all.endIndex)
  }

  /// The text with NUL characters, which would end a C string, replaced by spaces.
  private static func text(_ scalars: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars { result.append(scalar == "\0" ? " " : scalar) }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var separatesTerms: Bool { properties.isWhitespace || self == "\0" }

  /// The variants of `"` that keyboards insert on their own count as well.
  fileprivate var isQuotationMark: Bool {
    ["\"", "\u{201C}", "\u{201D}", "\u{201E}"].contains(self)
  }
}
