/// The kind of a statement, judged by its first word, as far as the driver needs to know it.
package enum StatementCommand: Hashable {
  /// A statement that can be prepared and have parameters.
  case query
  /// A query that changes nothing, except through functions that it calls.
  case reading
  case begin
  case commit
  case rollback
  /// Deallocates prepared statements.
  case forgetting
  /// Any other statement, which is run without preparing it.
  case utility

  package init(_ text: String) {
    var rest = Substring(text).utf8
    Self.skipSpace(&rest)
    var word = ""
    for byte in rest.prefix(16) {
      guard let letter = Self.upperCase(byte) else { break }
      word.unicodeScalars.append(letter)
    }
    self =
      switch word {
      case "SELECT", "VALUES", "TABLE": .reading
      case "INSERT", "UPDATE", "DELETE", "WITH", "MERGE", "CALL", "DECLARE", "EXPLAIN": .query
      case "BEGIN", "START": .begin
      case "COMMIT", "END": .commit
      case "ROLLBACK", "ABORT": .rollback
      case "DISCARD", "DEALLOCATE": .forgetting
      default: .utility
      }
  }

  /// The kind of a text with several statements: `commit` if it may contain one.
  init(script text: String) {
    self.init(text)
    guard text.utf8.contains(UInt8(ascii: ";")) else { return }
    let words = text.uppercased()
    if words.contains("COMMIT") || words.contains("END") {
      self = .commit
    } else if self != .begin {
      self = .utility
    }
  }

  var isPreparable: Bool { self == .query || self == .reading }

  private static func upperCase(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case 65...90: Unicode.Scalar(byte)
    case 97...122: Unicode.Scalar(byte - 32)
    default: nil
    }
  }

  /// Skips white space, comments and opening parentheses.
  private static func skipSpace(_ rest: inout Substring.UTF8View) {
    while let byte = rest.first {
      switch byte {
      case 9...13, 32, UInt8(ascii: "("): rest = rest.dropFirst()
      case UInt8(ascii: "-") where rest.starts(with: "--".utf8):
        rest = rest.drop { $0 != 10 && $0 != 13 }
      case UInt8(ascii: "/") where rest.starts(with: "/*".utf8): skipComment(&rest)
      default: return
      }
    }
  }

  /// Skips a comment; comments can be nested.
  private static func skipComment(_ rest: inout Substring.UTF8View) {
    var depth = 0
    while !rest.isEmpty {
      if rest.starts(with: "/*".utf8) {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "*/".utf8) {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { return }
      } else {
        rest = rest.dropFirst()
      }
    }
  }
}
