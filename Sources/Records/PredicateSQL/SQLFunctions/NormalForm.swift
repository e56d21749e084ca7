import Foundation

/// A quick check whether UTF-8 text is in Unicode Normalization Form C.
enum NormalForm {
  /// Returns true if every character has combining class 0 and is unchanged by NFC, so that the
  /// whole text is normalized; false means unknown.
  static func isCertain(_ text: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < text.count {
      let lead = text[position]
      if lead < 0xCC {
        // Bytes of characters below U+0300, lead and continuation bytes alike.
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

  /// Returns whether a scalar belongs to a common script, and is neither a combining mark nor has a
  /// canonical decomposition.
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
  /// The text in Unicode Normalization Form C.
  ///
  /// Foundation's composition does not combine some sequences, such as a Hangul syllable and its
  /// final consonant, unless the whole text is decomposed first.
  package var normalized: String {
    decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
  }
}
