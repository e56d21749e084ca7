import SQLCore

/// The strings that are canonically equivalent to a constant, as far as plain comparison of bytes
/// can tell them.
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

  /// Whether the text has no spelling but this one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - excluded: A character that it may not have either; nil for none.
  /// - Returns: Whether it is so.
  /// - Complexity: O(length of the text).
  @inline(__always)
  static func isOnlyOne(_ text: String, besides excluded: UInt8? = nil) -> Bool {
    func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { $0 < 0x80 && !hasTwin($0) && $0 != excluded }
    }
    // Mostly the bytes are at hand, where a view would look for each by itself.
    return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
  }

  /// Every spelling; nil where there are too many, or where the text is not ASCII.
  var all: [String]? {
    var twinCount = 0
    for byte in text.utf8 {
      if byte >= 0x80 { return nil }
      if Self.hasTwin(byte) { twinCount += 1 }
    }
    if twinCount == 0 { return [text] }
    // Each doubles the number of spellings.
    guard twinCount <= 4 else { return nil }
    var spellings = [""]
    for byte in text.utf8 {
      let character = Character(UnicodeScalar(byte))
      let variants = [character] + [Self.twins[byte]].compactMap { $0 }
      spellings = spellings.flatMap { spelling in variants.map { spelling + String($0) } }
    }
    return spellings
  }

  /// Ranges, by bytes, that hold all strings that begin with the characters of the text in one
  /// spelling or another; nil where they would be many.
  var prefixRanges: [(lower: String, upper: String)]? {
    asciiRange.map { [$0] } ?? CanonicalPrefix(text).ranges
  }

  /// The range of what begins as the text does, as far as that has only one spelling in ASCII.
  private var asciiRange: (lower: String, upper: String)? {
    var start = Array(text.utf8.prefix { $0 < 0x80 && !Self.hasTwin($0) })
    let rest = text.unicodeScalars.dropFirst(start.count)
    // A mark that follows can be spelled as one with the last character.
    if let next = rest.first, next.properties.canonicalCombiningClass != .notReordered {
      _ = start.popLast()
    }
    guard let last = start.last, last < 0x7F else { return nil }
    let lower = String(decoding: start, as: UTF8.self)
    start[start.count - 1] = last + 1
    return (lower, String(decoding: start, as: UTF8.self))
  }
}

// What uses an index, since the bytes of a column are compared.
extension CanonicalSpellings {
  /// The condition that a text is canonically equivalent to the constant; NULL for NULL.
  ///
  /// Plain equality wherever the constant allows it.
  ///
  /// - Parameters:
  ///   - other: The text.
  ///   - isColumn: Whether it is a plain column.
  /// - Returns: The condition, which stands in an AND or an OR as it is.
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

  /// A condition that only strings can fulfil that begin as the constant does, with the ranges of these.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - column: The column that it is about.
  /// - Returns: The same condition; as it is where the ranges would be many.
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
