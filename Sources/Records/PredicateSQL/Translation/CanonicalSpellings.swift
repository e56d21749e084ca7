import SQLCore

/// The strings that are canonically equivalent to a constant, as far as they can be found by
/// comparing bytes.
///
/// Only three characters outside ASCII are canonically equivalent to ASCII ones: the Kelvin sign
/// (K), the Greek question mark (;) and the Greek varia (`).
package struct CanonicalSpellings {
  private let text: String

  package init(_ text: String) { self.text = text }

  private static let twins: [UInt8: Character] = [
    UInt8(ascii: "K"): "\u{212A}", UInt8(ascii: ";"): "\u{37E}", UInt8(ascii: "`"): "\u{1FEF}",
  ]

  private static func hasTwin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "K") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "`")
  }

  /// Returns whether the text has no other spelling.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - excluded: A character that the text must not contain either; nil for none.
  /// - Returns: Whether this is the only spelling.
  /// - Complexity: O(length of the text).
  @inline(__always)
  static func isOnlyOne(_ text: String, besides excluded: UInt8? = nil) -> Bool {
    func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { $0 < 0x80 && !hasTwin($0) && $0 != excluded }
    }
    // Contiguous bytes, which most strings have, are faster than the view's iterator.
    return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
  }

  /// All spellings; nil if there are too many, or if the text is not ASCII.
  var all: [String]? {
    var twinCount = 0
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if Self.hasTwin(byte) { twinCount += 1 }
    }
    if twinCount == 0 { return [text] }
    // Each such character doubles the number of spellings.
    guard twinCount <= 4 else { return nil }
    var spellings = [""]
    for byte in text.utf8 {
      let character = Character(UnicodeScalar(byte))
      let variants = [character] + [Self.twins[byte]].compactMap { $0 }
      spellings = spellings.flatMap { spelling in variants.map { spelling + String($0) } }
    }
    return spellings
  }

  /// Ranges of bytes that contain all strings whose first characters are canonically equivalent to
  /// the text; nil if there would be too many.
  var prefixRanges: [(lower: String, upper: String)]? {
    asciiRange.map { [$0] } ?? CanonicalPrefix(text).ranges
  }

  /// The range of strings that begin with the text's first ASCII characters, up to a character with
  /// several spellings.
  private var asciiRange: (lower: String, upper: String)? {
    var start = Array(text.utf8.prefix { $0 < 0x80 && !Self.hasTwin($0) })
    let rest = text.unicodeScalars.dropFirst(start.count)
    // A following mark can be composed with the last character.
    if let next = rest.first, next.properties.canonicalCombiningClass != .notReordered {
      _ = start.popLast()
    }
    guard let last = start.last, last < 0x7F else { return nil }
    let lower = String(decoding: start, as: UTF8.self)
    start[start.count - 1] = last + 1
    return (lower, String(decoding: start, as: UTF8.self))
  }
}

// Conditions that can use an index, because they compare the bytes of a column.
extension CanonicalSpellings {
  /// Returns the condition that a text is canonically equivalent to the constant; NULL for NULL.
  ///
  /// The condition is plain equality if the constant allows it.
  ///
  /// - Parameters:
  ///   - other: The text.
  ///   - isColumn: Whether the text is a plain column.
  /// - Returns: The condition, which needs no parentheses in an AND or OR.
  package func isEqual(to other: SQLFragment, isColumn: Bool) -> SQLFragment {
    guard let spellings = all else {
      let constant = SQLFragment.inSwiftOrder(.value(.text(text)))
      let equal: SQLFragment = "\(.comparable(other)) = \(constant)"
      return isColumn ? narrowed(equal, on: other) : equal
    }
    if spellings.count == 1 { return "\(other) = \(SQLValue.text(text))" }
    let list = spellings.map { SQLFragment.value(.text($0)) }.joined(separator: ", ")
    return "\(other) IN (\(list))"
  }

  /// Adds index ranges to a condition that is true only for strings whose first characters are
  /// equivalent to the constant.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - column: The column that it tests.
  /// - Returns: The condition with the ranges; unchanged if there would be too many.
  package func narrowed(_ condition: SQLFragment, on column: SQLFragment) -> SQLFragment {
    guard let ranges = prefixRanges else { return condition }
    let parts = ranges.map { lower, upper -> SQLFragment in
      "\(column)\(.byBytes) >= \(SQLValue.text(lower)) AND \(column)\(.byBytes) < \(SQLValue.text(upper))"
    }
    if parts.count == 1 { return "(\(parts[0]) AND \(condition))" }
    let alternatives = parts.map { part -> SQLFragment in "(\(part))" }
    return "((\(alternatives.joined(separator: " OR "))) AND \(condition))"
  }
}
