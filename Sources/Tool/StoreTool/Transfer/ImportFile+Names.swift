import Foundation

extension ImportFile {
  /// The names of a file's values, and the number of its rows.
  struct Contents {
    /// The distinct names of the values, in order of appearance.
    var names: [String] = []
    var rowCount = 0
  }

  /// The maximum number of names, more than any entity has properties.
  private static let nameLimit = 10_000

  /// Reads only the names of values.
  ///
  /// Rows that are malformed are left to the code that reads the values.
  ///
  /// - Throws: `ToolError` for a file that cannot be read, and for a name that appears twice.
  func names() throws -> Contents {
    var contents = Contents()
    var known: Set<String> = []
    func add(_ name: String, _ row: Int) throws {
      guard known.insert(name).inserted else { return }
      guard known.count <= Self.nameLimit else {
        throw failure(row, "the rows have more than \(Self.nameLimit) different names of values")
      }
      contents.names.append(name)
    }
    var keys = JSONKeys()
    var hasHeader = false
    try forEachRecord { bytes in
      guard isCSV, !hasHeader else {
        contents.rowCount += 1
        guard !isCSV, keys.read(bytes) else { return }
        let names = keys.names
        for name in names { try add(name, contents.rowCount) }
        if let name = Self.repeated(names) { throw twice(name, "row \(contents.rowCount)") }
        return
      }
      hasHeader = true
      let names = try header(bytes)
      for name in names { try add(name, 1) }
      if let name = Self.repeated(names) { throw twice(name, "its first line") }
    }
    return contents
  }

  private func twice(_ name: String, _ place: String) -> ToolError {
    ToolError(
      .failed,
      "\(url.lastPathComponent) has “\(name)” twice in \(place). Nothing was imported.",
      advice: "Remove one of the two.")
  }

  private static func repeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }
}

/// Reads the names of members of JSON objects, most of which have the same names as the previous
/// one.
struct JSONKeys {
  /// The bytes between the quotation marks of all names, concatenated, and the offset where each
  /// name ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Reads the names of an object.
  ///
  /// - Returns: Whether it has names that the previous object does not have in the same order.
  mutating func read(_ object: Data) -> Bool {
    object.withUnsafeBytes { text in
      var next = 0
      var isSame = true
      var (found, foundEnds) = ([UInt8](), [Int]())
      Self.forEachName(in: text) { name in
        let start = next == 0 ? 0 : ends[next - 1]
        if isSame, next < ends.count, ends[next] - start == name.count,
          bytes[start..<ends[next]].elementsEqual(name)
        {
          next += 1
          return
        }
        if isSame {
          isSame = false
          found = Array(bytes.prefix(start))
          foundEnds = Array(ends.prefix(next))
        }
        found.append(contentsOf: name)
        foundEnds.append(found.count)
      }
      // If an object has only the first of the previous names, it has no new ones.
      if !isSame { (bytes, ends) = (found, foundEnds) }
      return !isSame
    }
  }

  /// The names of the last object whose names differed from those before.
  var names: [String] {
    var start = 0
    return ends.map { end in
      defer { start = end }
      return Self.name(bytes[start..<end])
    }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "\\")) else { return text }
    let list = try? JSONSerialization.jsonObject(with: Data("[\"\(text)\"]".utf8))
    return (list as? [String])?.first ?? text
  }

  /// Passes the strings in the positions of names to `body`, without checking that the rest is
  /// JSON.
  private static func forEachName(
    in text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var (depth, isName, place) = (0, false, 0)
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { isName = text[place] == UInt8(ascii: "{") }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): if depth == 1 { isName = true }
      case UInt8(ascii: ":"): if depth == 1 { isName = false }
      case UInt8(ascii: "\""):
        let start = place + 1
        place = start
        while place < text.count, text[place] != UInt8(ascii: "\"") {
          place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, isName, place < text.count {
          body(UnsafeRawBufferPointer(rebasing: text[start..<place]))
        }
      default: break
      }
      place += 1
    }
  }
}
