import SQLCore

extension TextQuery {
  /// The ranges of the required terms in a text, ascending and without overlaps.
  ///
  /// - Throws: SQLite's error if it does not have the tokenizer.
  package func ranges(
    in text: String, _ tokenizer: TextTokenizer
  ) throws(SQLError) -> [Range<String.Index>] {
    let long = required.filter { $0.text.unicodeScalars.count >= tokenizer.leastLength }
    let short = required.filter { $0.text.unicodeScalars.count < tokenizer.leastLength }
    var ranges: [Range<String.Index>] = []
    if !long.isEmpty, let marks = Self.marks(notIn: text) {
      let expression = long.map(\.expression).joined(separator: " OR ")
      let marked = try TextMatcher.shared.marked(
        text, expression, tokenizer, by: (String(marks.opening), String(marks.closing)))
      if let marked { ranges += Self.ranges(of: marked, in: text, marks) }
    }
    for term in short { ranges += TextFolding.ranges(of: TextFolding.folded(term.text), in: text) }
    return Self.united(ranges)
  }

  private typealias Marks = (opening: Unicode.Scalar, closing: Unicode.Scalar)

  /// Two Unicode noncharacters that do not occur in this text.
  private static func marks(notIn text: String) -> Marks? {
    let free = (UInt32(0xFDD0)...0xFDEF).lazy.compactMap(Unicode.Scalar.init)
      .filter { !text.unicodeScalars.contains($0) }
    var iterator = free.makeIterator()
    guard let opening = iterator.next(), let closing = iterator.next() else { return nil }
    return (opening, closing)
  }

  private static func ranges(
    of marked: String, in text: String, _ marks: Marks
  ) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var place = text.startIndex
    var start = place
    for scalar in marked.unicodeScalars {
      if scalar == marks.opening {
        start = place
      } else if scalar == marks.closing {
        ranges.append(start..<place)
      } else if place < text.endIndex {
        place = text.unicodeScalars.index(after: place)
      }
    }
    return ranges
  }

  private static func united(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var result: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension TextFolding {
  /// The ranges of a part in a text.
  fileprivate static func ranges(of part: String, in text: String) -> [Range<String.Index>] {
    let length = part.unicodeScalars.count
    var ranges: [Range<String.Index>] = []
    var start = text.startIndex
    while let end = text.unicodeScalars.index(start, offsetBy: length, limitedBy: text.endIndex) {
      if contains(String(text.unicodeScalars[start..<end]), folded: part) {
        ranges.append(start..<end)
      }
      guard start < text.endIndex else { break }
      start = text.unicodeScalars.index(after: start)
    }
    return ranges
  }
}
