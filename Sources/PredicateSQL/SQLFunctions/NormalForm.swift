import Foundation

/// Quick check that UTF-8 text is in Unicode's normal form C.
enum NormalForm {
  /// Whether every character has no combining class and stays as it is in normal form C, which
  /// makes the whole text normal; false says nothing.
  static func isCertain(_ text: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < text.count {
      let lead = text[position]
      if lead < 0xCC {
        // Everything below U+0300, lead and trail bytes alike.
        position += 1
        continue
      }
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard position + length <= text.count else { return false }
      var scalar = UInt32(lead & (0xFF >> (UInt8(length) + 1)))
      for offset in 1..<length {
        scalar = scalar << 6 | UInt32(text[position + offset] & 0x3F)
      }
      guard isStable(scalar) else { return false }
      position += length
    }
    return true
  }

  /// Common scripts, without their combining marks and the characters that have other spellings.
  private static func isStable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0388...0x0482,  // Greek and Cyrillic
      0x048A...0x0530,  // Cyrillic and Armenian
      0x05D0...0x05EA,  // Hebrew letters
      0x0621...0x064A,  // Arabic letters
      0x1E00...0x1EFF,  // Latin with several marks, as in Vietnamese
      0x200B...0x2027,  // Punctuation and joiners
      0x2030...0x205E,
      0x20A0...0x20C0,  // Currencies
      0x2190...0x2328,  // Arrows and technical signs
      0x2460...0x2ADB,  // Symbols
      0x3000...0x3029, 0x3030...0x3096, 0x309B...0x30FF,  // Kana
      0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
      0xAC00...0xD7A3,  // Hangul syllables
      0xFE0F,  // The emoji selector
      0xFF01...0xFFEE,  // Wide and narrow forms
      0x1F000...0x1FAFF:  // Emoji
      true
    default: false
    }
  }
}

extension String {
  /// The text in normal form C.
  ///
  /// Foundation leaves some apart that belong together, such as a Hangul syllable and the letter
  /// that ends it, unless the text is taken apart as a whole first.
  package var normalized: String {
    decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
  }
}
