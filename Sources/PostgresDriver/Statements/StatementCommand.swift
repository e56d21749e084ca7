/// What a statement is, by its first word: as much as the driver has to know of it.
package enum StatementCommand: Hashable {
  /// One that can be prepared and have parameters.
  case query
  /// A query that changes nothing but by functions that it calls.
  case reading
  case begin
  case commit
  case rollback
  /// Forgets what the server has prepared.
  case forgetting
  /// Any other, which is run as it is.
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
      case "INSERT", "UPDATE", "DELETE", "WITH", "MERGE", "CALL", "DECLARE": .query
      case "BEGIN", "START": .begin
      case "COMMIT", "END": .commit
      case "ROLLBACK", "ABORT": .rollback
      case "DISCARD", "DEALLOCATE": .forgetting
      default: .utility
      }
  }

  /// What a text of several statements is taken for: one that commits, where it may.
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

  /// Skips spaces, comments and opening parentheses.
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

  /// Comments stand within one another.
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
