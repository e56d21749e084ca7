import Foundation

/// Encodes records and values as bytes: lossless, identical for equal values, and decoded within
/// limits.
///
/// Providers whose servers store bytes unchanged can use it.
public enum SyncCoding {
  /// The maximum nesting depth of values.
  static let depthLimit = 32

  /// Encodes values by name, sorted by name.
  package static func encode(_ fields: [String: SyncValue]) -> Data {
    var writer = SyncByteWriter()
    writer.write(fields)
    return writer.bytes
  }

  /// Encodes a record without its tag.
  public static func encode(_ record: SyncRecord) -> Data {
    var writer = SyncByteWriter()
    writer.byte(1)
    writer.write(record.name)
    writer.write(record.kind)
    writer.write(record.marks)
    writer.write(record.fields)
    return writer.bytes
  }

  /// Decodes the values that `encode` wrote.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: The values by name.
  /// - Throws: `SyncError` of the kind `badAnswer` for bytes that `encode` does not write.
  package static func fields(_ bytes: Data) throws -> [String: SyncValue] {
    var reader = SyncByteReader(bytes)
    let fields = try reader.fields(depth: 0)
    try reader.end()
    return fields
  }

  /// Decodes the record that `encode` wrote.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: The record, without a tag.
  /// - Throws: `SyncError` of the kind `badAnswer` for bytes that `encode` does not write.
  public static func record(_ bytes: Data) throws -> SyncRecord {
    var reader = SyncByteReader(bytes)
    guard try reader.byte() == 1 else { throw SyncByteReader.invalid }
    let record = SyncRecord(
      name: try reader.text(), kind: try reader.text(), marks: try reader.text(),
      fields: try reader.fields(depth: 0))
    try reader.end()
    return record
  }
}

extension SyncRecord {
  fileprivate init(name: String, kind: String, marks: String, fields: [String: SyncValue]) {
    self.init(name: name, kind: kind, fields: fields, marks: marks)
  }
}

/// Writes values one after another.
private struct SyncByteWriter {
  var bytes = Data()

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func count(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      byte(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    byte(UInt8(rest))
  }

  mutating func word(_ word: UInt64) {
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ text: String) {
    let text = Data(text.utf8)
    count(text.count)
    bytes.append(text)
  }

  mutating func write(_ data: Data) {
    count(data.count)
    bytes.append(data)
  }

  mutating func write(_ fields: [String: SyncValue]) {
    count(fields.count)
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      write(name)
      write(value)
    }
  }

  mutating func write(_ value: SyncValue) {
    switch value {
    case .null: byte(0)
    case .bool(let value): byte(value ? 2 : 1)
    case .integer(let value):
      byte(3)
      word(UInt64(bitPattern: value))
    case .real(let value):
      byte(4)
      word(value.bitPattern)
    case .decimal(let value):
      byte(5)
      write(value.description)
    case .text(let value):
      byte(6)
      write(value)
    case .date(let value):
      byte(7)
      word(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value):
      byte(8)
      write(value)
    case .uuid(let value):
      byte(9)
      withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
    case .url(let value):
      byte(10)
      write(value.absoluteString)
    case .reference(let name):
      byte(11)
      write(name)
    case .list(let values):
      byte(12)
      count(values.count)
      for value in values { write(value) }
    case .composite(let parts):
      byte(13)
      write(parts)
    case .file(let file):
      byte(14)
      write(file.digest)
      word(UInt64(bitPattern: file.size))
    }
  }
}

/// Reads values one after another, and never beyond the end.
private struct SyncByteReader {
  private let bytes: Data
  private var place: Int

  static let invalid = SyncError(
    .badAnswer,
    "Cannot decode a record: it is damaged, or a later version of the program wrote it.",
    advice: "Update the program to the version that wrote the record.")

  init(_ bytes: Data) { (self.bytes, place) = (bytes, bytes.startIndex) }

  func end() throws { if place != bytes.endIndex { throw Self.invalid } }

  mutating func byte() throws -> UInt8 {
    guard place < bytes.endIndex else { throw Self.invalid }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func count() throws -> Int {
    var count: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      count |= UInt64(next & 0x7F) << shift
      if next < 0x80 { break }
      shift += 7
      guard shift < 63 else { throw Self.invalid }
    }
    // Each counted element has at least one byte.
    guard count <= UInt64(bytes.endIndex - place) else { throw Self.invalid }
    return Int(count)
  }

  mutating func word() throws -> UInt64 {
    let data = try data(8)
    return data.reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func data(_ count: Int) throws -> Data {
    guard count <= bytes.endIndex - place else { throw Self.invalid }
    defer { place += count }
    return Data(bytes[place..<place + count])
  }

  mutating func text() throws -> String {
    guard let text = String(data: try data(count()), encoding: .utf8) else { throw Self.invalid }
    return text
  }

  mutating func fields(depth: Int) throws -> [String: SyncValue] {
    var fields: [String: SyncValue] = [:]
    for _ in 0..<(try count()) {
      let name = try text()
      fields[name] = try value(depth: depth)
    }
    return fields
  }

  mutating func value(depth: Int) throws -> SyncValue {
    guard depth < SyncCoding.depthLimit else { throw Self.invalid }
    switch try byte() {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .integer(Int64(bitPattern: try word()))
    case 4: return .real(Double(bitPattern: try word()))
    case 5:
      guard let value = Decimal(syncText: try text()) else { throw Self.invalid }
      return .decimal(value)
    case 6: return .text(try text())
    case 7:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try word())))
    case 8: return .data(try data(count()))
    case 9:
      let raw = try data(16)
      return .uuid(raw.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case 10:
      guard let url = URL(string: try text()) else { throw Self.invalid }
      return .url(url)
    case 11: return .reference(try text())
    case 12:
      var values: [SyncValue] = []
      for _ in 0..<(try count()) { values.append(try value(depth: depth + 1)) }
      return .list(values)
    case 13: return .composite(try fields(depth: depth + 1))
    case 14:
      let digest = try text()
      return .file(SyncFile(digest: digest, size: Int64(bitPattern: try word())))
    default: throw Self.invalid
    }
  }
}
