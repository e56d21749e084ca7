/// What somebody searches for, as it was typed: every text is a query, none is an error.
///
/// White space separates terms, all of which have to occur. Quotation marks make several words one
/// term, a `*` behind a term means what begins with it, and a `-` before it that it must not occur.
/// All else is text. Only the first ``limit`` characters count.
package struct TextQuery: Hashable, Sendable {
  /// Words that have to follow one another, or one word.
  package struct Term: Hashable, Sendable {
    package var text: String
    /// Whether the last word need only begin so.
    package var isPrefix: Bool

    package init(_ text: String, isPrefix: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
    }
  }

  /// How many Unicode scalars of a search are looked at: each may be a term, and SQLite looks up each.
  package static let limit = 1_000

  /// What has to occur, each term once.
  package private(set) var required: [Term] = []
  /// What must not occur, each term once.
  package private(set) var excluded: [Term] = []

  /// Reads a search.
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

/// Takes a search apart.
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

  /// The text without what would end a string in C.
  private static func text(_ scalars: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars { result.append(scalar == "\0" ? " " : scalar) }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var separatesTerms: Bool { properties.isWhitespace || self == "\0" }

  /// Those that keyboards make of `"` by themselves count as well.
  fileprivate var isQuotationMark: Bool {
    ["\"", "\u{201C}", "\u{201D}", "\u{201E}"].contains(self)
  }
}
