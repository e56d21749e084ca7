/// Parts of texts that are too short for an index of substrings, regardless of case as there.
package enum TextFolding {
  /// The text with each capital letter made small, one for one.
  package static func folded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(folded(scalar)) }
    return String(result)
  }

  /// Whether `text` contains a part that is folded already.
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
    guard scalar.properties.changesWhenLowercased else { return scalar }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }
}
