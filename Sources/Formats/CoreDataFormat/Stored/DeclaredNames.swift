import SQLCore

/// The names in the parentheses of a `CREATE TABLE` or `CREATE INDEX` statement: the columns of the
/// table, or those of the index.
struct DeclaredNames {
  private(set) var names: [String] = []
  /// Whether more follows the list, such as the condition of a partial index.
  private(set) var hasMore = false

  private let text: [UInt8]
  private var place = 0

  /// Keywords that begin table constraints instead of columns.
  private static let others: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

  /// - Parameter statement: The text, as SQLite stores it.
  init(in statement: String) {
    text = Array(statement.utf8)
    skip { $0 == UInt8(ascii: "(") }
    guard place < text.count else { return }
    repeat {
      place += 1
      takeName()
      skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") }
    } while place < text.count && text[place] == UInt8(ascii: ",")
    place += 1
    skipSpace()
    hasMore = place < text.count
  }

  private mutating func takeName() {
    skipSpace()
    let start = place
    guard start < text.count else { return }
    if let end = Self.closing(text[start]) {
      skipQuoted(end)
      let name = String(decoding: text[start..<place], as: UTF8.self)
      names.append(name.unquoted(Unicode.Scalar(end)))
      return
    }
    while place < text.count, !Self.endsWord(text[place]) { place += 1 }
    let word = String(decoding: text[start..<place], as: UTF8.self)
    if !word.isEmpty, !Self.others.contains(word.uppercased()) { names.append(word) }
  }

  /// Advances to the next byte for which `isWanted` is true, outside of quotes, comments and inner
  /// parentheses.
  private mutating func skip(to isWanted: (UInt8) -> Bool) {
    var depth = 0
    while place < text.count {
      let sign = text[place]
      if depth == 0, isWanted(sign) { return }
      if let end = Self.closing(sign) {
        skipQuoted(end)
      } else if !skipComment() {
        if sign == UInt8(ascii: "(") { depth += 1 }
        if sign == UInt8(ascii: ")") { depth -= 1 }
        place += 1
      }
    }
  }

  private mutating func skipSpace() {
    while place < text.count {
      if Self.isSpace(text[place]) {
        place += 1
      } else if !skipComment() {
        return
      }
    }
  }

  /// Advances past the end of a quoted text, in which two quotation marks stand for one.
  private mutating func skipQuoted(_ end: UInt8) {
    place += 1
    while place < text.count {
      let isEnd = text[place] == end
      place += 1
      guard isEnd else { continue }
      guard place < text.count, text[place] == end, end != UInt8(ascii: "]") else { return }
      place += 1
    }
  }

  private mutating func skipComment() -> Bool {
    let rest = text[place...]
    if rest.starts(with: "--".utf8) {
      place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      return true
    }
    guard rest.starts(with: "/*".utf8) else { return false }
    place += 2
    while place < text.count, !text[place...].starts(with: "*/".utf8) { place += 1 }
    place = min(place + 2, text.count)
    return true
  }

  /// Returns the byte that ends a quoted text which begins with a byte; nil if the byte begins
  /// none.
  private static func closing(_ sign: UInt8) -> UInt8? {
    switch sign {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): sign
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  private static func isSpace(_ sign: UInt8) -> Bool { sign == 32 || (9...13).contains(sign) }

  private static func endsWord(_ sign: UInt8) -> Bool {
    isSpace(sign) || sign == UInt8(ascii: ",") || sign == UInt8(ascii: "(")
      || sign == UInt8(ascii: ")")
  }
}
