import Foundation

/// Writes binary property lists with references, which Foundation cannot write.
struct BinaryPropertyListWriter {
  private var objects: [Data] = []
  private var texts: [String: Int] = [:]

  static func list(of value: ArchiveValue) -> Data {
    var writer = BinaryPropertyListWriter()
    let top = writer.add(value)
    return writer.list(top)
  }

  /// Adds a value and returns its number in the list.
  private mutating func add(_ value: ArchiveValue) -> Int {
    if case .text(let text) = value, let known = texts[text] { return known }
    let bytes: Data
    switch value {
    case .text(let text):
      bytes = Self.bytes(of: text)
      texts[text] = objects.count
    case .integer(let number): bytes = Data([0x13]) + Self.bigEndian(UInt64(bitPattern: number))
    case .real(let number): bytes = Data([0x23]) + Self.bigEndian(number.bitPattern)
    case .boolean(let flag): bytes = Data([flag ? 0x09 : 0x08])
    case .data(let data): bytes = Self.marker(0x40, data.count) + data
    case .reference(let number): bytes = Data([0x83]) + Self.bigEndian(UInt32(number))
    case .array(let parts):
      bytes = Self.marker(0xA0, parts.count) + references(parts)
    case .dictionary(let pairs):
      bytes =
        Self.marker(0xD0, pairs.count) + references(pairs.map { .text($0.0) })
        + references(pairs.map(\.1))
    }
    objects.append(bytes)
    return objects.count - 1
  }

  private mutating func references(_ values: [ArchiveValue]) -> Data {
    var bytes = Data()
    for value in values { bytes.append(Self.bigEndian(UInt32(add(value)))) }
    return bytes
  }

  private static func bytes(of text: String) -> Data {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return marker(0x50, text.utf8.count) + Data(text.utf8)
    }
    let units = Array(text.utf16)
    var bytes = marker(0x60, units.count)
    for unit in units { bytes.append(bigEndian(unit)) }
    return bytes
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> Data {
    count < 15
      ? Data([kind | UInt8(count)]) : Data([kind | 15, 0x12]) + bigEndian(UInt32(count))
  }

  private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  private func list(_ top: Int) -> Data {
    var list = Data("bplist00".utf8)
    var offsets = Data()
    for object in objects {
      offsets.append(Self.bigEndian(UInt32(list.count)))
      list.append(object)
    }
    let table = list.count
    list.append(offsets)
    list.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, 4])
    for number in [objects.count, top, table] { list.append(Self.bigEndian(UInt64(number))) }
    return list
  }
}

/// A value of a property list, including the references of keyed archives.
package indirect enum ArchiveValue: Sendable {
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case data(Data)
  /// The number of an object of the archive.
  case reference(Int)
  case array([ArchiveValue])
  case dictionary([(String, ArchiveValue)])

  /// The reference that represents nil.
  package static let null = ArchiveValue.reference(0)
}
