/// Case-insensitive search for parts of texts that are too short for an index of substrings.
package enum TextFolding {
  /// The text with each uppercase letter replaced by a single lowercase letter.
  package static func folded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(folded(scalar)) }
    return String(result)
  }

  /// Whether `text` contains a part whose case is folded already.
  package static func contains(_ text: String, folded part: String) -> Bool {
    let part = Array(part.unicodeScalars)
    guard let first = part.first else { return true }
    let text = text.unicodeScalars
    var start = text.startIndex
    while start != text.endIndex {
      if folded(text[start]) == first {
        var place = text.index(after: start)
        var index = 1
        while index < part.count, place != text.endIndex, folded(text[place]) == part[index] {
          place = text.index(after: place)
          index += 1
        }
        if index == part.count { return true }
      }
      start = text.index(after: start)
    }
    return false
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar)
        ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }
    return foldings[scalar] ?? scalar
  }

  /// The letters beyond ASCII whose case an index folds, according to the Unicode version of this
  /// SQLite.
  ///
  /// Created at first use, which takes some milliseconds.
  private static let foldings: [Unicode.Scalar: Unicode.Scalar] = {
    let cased = (UInt32(0x80)...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.changesWhenCaseMapped || $0.properties.changesWhenCaseFolded
    }
    guard let folded = try? TextMatcher.shared.folded(cased) else { return [:] }
    return Dictionary(
      zip(cased, folded).filter { $0.0 != $0.1 }, uniquingKeysWith: { first, _ in first })
  }()
}
