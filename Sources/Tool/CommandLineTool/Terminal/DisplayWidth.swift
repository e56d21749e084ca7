extension Character {
  /// The number of terminal columns that the character takes: 0, 1 or 2.
  public var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let isEmoji =
      first.properties.isEmojiPresentation
      || unicodeScalars.contains { $0.value == 0xFE0F } && first.properties.isEmoji
    return isEmoji || first.isWide ? 2 : 1
  }
}

extension StringProtocol {
  /// The number of terminal columns that the text takes.
  public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text with spaces appended, up to a width in columns.
  public func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }

  /// The text cut to a width in columns, with `…` at the end if something was cut.
  public func shortened(to width: Int) -> String {
    guard displayWidth > width else { return String(self) }
    var result = ""
    var used = 0
    for character in self {
      used += character.displayWidth
      if used > width - 1 { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }

  /// The text without spaces at its end.
  public var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }

  /// The text with control characters replaced, so that untrusted text cannot control the terminal.
  public var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          case .format where (0x202A...0x2069).contains(scalar.value): "\u{FFFD}"
          default: scalar
          }
        }))
  }
}

extension Unicode.Scalar {
  /// Whether the character takes two columns, according to Unicode's East Asian Width property.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
