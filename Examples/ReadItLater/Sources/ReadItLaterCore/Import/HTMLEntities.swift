/// Decodes character references of HTML: `&amp;`, `&#39;`, `&#x3042;`.
enum HTMLEntities {
  /// Replaces the character references in a text; anything else is left unchanged.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      guard let end = rest.prefix(maximumLength).firstIndex(of: ";"),
        let character = character(for: rest[rest.index(after: ampersand)..<end])
      else {
        result.append("&")
        rest.removeFirst()
        continue
      }
      result += character
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// A length greater than that of all names in the table and of all numbers of characters.
  private static let maximumLength = 12

  private static func character(for reference: Substring) -> String? {
    guard reference.hasPrefix("#") else { return named[String(reference)] }
    let digits = reference.dropFirst()
    let number =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number else { return nil }
    let scalar = windows1252[number] ?? (number == 0 ? nil : Unicode.Scalar(number))
    return scalar.map { String(Character($0)) } ?? "\u{FFFD}"
  }

  /// The characters that HTML assigns to the numbers 0x80 to 0x9F, which old programs use for
  /// Windows-1252.
  private static let windows1252: [UInt32: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
