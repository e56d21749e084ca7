import Foundation
import RecordStore

/// A file of rows, read row by row, so that memory does not grow with it.
struct ImportFile {
  /// A value in a file.
  enum Field {
    /// A JSON value.
    case json(Any)
    /// A CSV field; whether it was quoted distinguishes an empty text from null.
    case text(String, isQuoted: Bool)
  }

  let url: URL
  let isCSV: Bool

  /// The maximum length of a row in bytes.
  private static let limit = 64 << 20
  /// The maximum number of values and keys in a row: each takes many times more memory than in the
  /// file.
  private static let valueLimit = 1_000_000

  init(_ url: URL) {
    self.url = url
    isCSV = url.pathExtension.lowercased() == "csv"
  }

  /// Passes each row, with its number counted from 1, to `body`; its values have the names of
  /// columns.
  ///
  /// - Throws: `ToolError` for a malformed row, and errors of `body`.
  func forEachRow(_ body: (Int, [String: Field]) throws -> Void) throws {
    var number = 0
    var header: [String]?
    try forEachRecord { bytes in
      guard isCSV else {
        number += 1
        return try body(number, json(bytes, number))
      }
      guard let names = header else { return header = try self.header(bytes) }
      try check(bytes, number + 1, ",")
      let fields = Self.fields(bytes)
      number += 1
      guard fields.count == names.count else {
        throw failure(
          number, "it has \(fields.count) fields, but the first line has \(names.count)")
      }
      let pairs = zip(names, fields).map { ($0, Field.text($1.text, isQuoted: $1.isQuoted)) }
      try body(number, Dictionary(pairs, uniquingKeysWith: { $1 }))
    }
  }

  /// The names in the first line of a CSV file.
  func header(_ bytes: Data) throws -> [String] {
    try check(bytes, 1, ",")
    return Self.fields(bytes).map(\.text)
  }

  func failure(_ row: Int, _ what: String) -> ToolError {
    ToolError(
      .failed, "\(url.lastPathComponent), row \(row): \(what). Nothing was imported.",
      advice: "Correct the row, or remove it.")
  }

  /// Rejects a line with more delimiters of values than a row can have.
  private func check(_ bytes: Data, _ number: Int, _ beginnings: StaticString) throws {
    let count = beginnings.withUTF8Buffer { beginnings in
      bytes.count { beginnings.contains($0) }
    }
    guard count <= Self.valueLimit else {
      throw failure(number, "it has more than \(Self.valueLimit) values")
    }
  }

  private func json(_ bytes: Data, _ number: Int) throws -> [String: Field] {
    try check(bytes, number, ",[{")
    guard let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
      throw failure(number, "it is not a JSON object")
    }
    return object.mapValues { .json($0) }
  }

  /// Passes the text between line breaks that are not in quotation marks.
  func forEachRecord(_ body: (Data) throws -> Void) throws {
    let folder = try? OpenFolder.open([], in: url.deletingLastPathComponent().path)
    guard let handle = folder?.handle(of: url.lastPathComponent) else { throw unreadable }
    defer { try? handle.close() }
    var record = Data()
    var isQuoted = false
    while let chunk = try part(of: handle) {
      try chunk.withUnsafeBytes { bytes in
        var start = 0
        while let end = lineEnd(in: bytes, from: start, &isQuoted) {
          record.append(contentsOf: bytes[start..<end])
          start = end + 1
          if !record.isEmpty { try body(record) }
          record.removeAll(keepingCapacity: true)
        }
        record.append(contentsOf: bytes[start...])
      }
      guard record.count <= Self.limit else {
        throw ToolError(
          .failed,
          "“\(url.path)” cannot be imported: a line has more than \(Self.limit) bytes.",
          advice: "Import a file that “export” wrote; it writes long values to separate files.")
      }
    }
    if !record.isEmpty { try body(record) }
  }

  /// The offset of the next line break that ends a record; nil if these bytes have none.
  private func lineEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ isQuoted: inout Bool
  ) -> Int? {
    guard isCSV else {
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
    for place in start..<bytes.count {
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[place] == UInt8(ascii: "\n"), !isQuoted { return place }
    }
    return nil
  }

  /// The next bytes of the file; nil at its end.
  private func part(of handle: FileHandle) throws -> Data? {
    do {
      return try handle.read(upToCount: 1 << 16).flatMap { $0.isEmpty ? nil : $0 }
    } catch {
      throw unreadable
    }
  }

  private var unreadable: ToolError {
    ToolError(
      .failed, "“\(url.path)” cannot be read.",
      advice: "Check that it is a file that you may read, and not a link.")
  }

  /// The fields of a CSV record.
  private static func fields(_ bytes: Data) -> [(text: String, isQuoted: Bool)] {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
    var fields: [(text: String, isQuoted: Bool)] = []
    var scalars = text.unicodeScalars[...]
    repeat {
      var field = String.UnicodeScalarView()
      let isQuoted = scalars.first == "\""
      if isQuoted {
        scalars.removeFirst()
        while let scalar = scalars.popFirst() {
          guard scalar == "\"" else {
            field.append(scalar)
            continue
          }
          guard scalars.first == "\"" else { break }
          field.append(scalar)
          scalars.removeFirst()
        }
      }
      while let scalar = scalars.first, scalar != "," {
        field.append(scalar)
        scalars.removeFirst()
      }
      fields.append((String(field), isQuoted))
      guard scalars.first == "," else { break }
      scalars.removeFirst()
      if scalars.isEmpty { fields.append(("", false)) }
    } while !scalars.isEmpty
    return fields
  }
}
