import Foundation

/// Reads binary property lists.
///
/// `PropertyListSerialization` makes objects of Foundation's classes and takes them apart again,
/// which was the dearest part of opening a store. What this reader does not know, it leaves to it.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int

  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// Deeper lists are left to Foundation; the limit also ends those that contain themselves.
  private static let depthLimit = 16

  /// The value of a list; nil where it is damaged, or has what a store's metadata never have.
  static func value(of data: Data) -> PropertyListValue? {
    guard let (list, top) = parse(data) else { return nil }
    return list.value(top, depth: 0)
  }

  private static func parse(_ data: Data) -> (BinaryPropertyList, Int)? {
    let bytes = [UInt8](data)
    guard bytes.count >= header.count + trailerSize, bytes.starts(with: header) else { return nil }
    let trailer = bytes.count - trailerSize
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = number(bytes, trailer + 8, size: 8),
      let top = number(bytes, trailer + 16, size: 8),
      let table = number(bytes, trailer + 24, size: 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      count <= trailer, table <= trailer, count * offsetSize <= trailer - table
    else { return nil }
    let list = BinaryPropertyList(
      bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: count,
      tableStart: table)
    return (list, top)
  }

  /// A big-endian number below 2^63; nil beyond, and where there are too few bytes.
  private static func number(_ bytes: [UInt8], _ start: Int, size: Int) -> Int? {
    guard start >= 0, size >= 0, size <= bytes.count, start <= bytes.count - size else {
      return nil
    }
    var value: UInt64 = 0
    for byte in bytes[start..<(start + size)] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  private func value(_ object: Int, depth: Int) -> PropertyListValue? {
    guard depth < Self.depthLimit, object >= 0, object < objectCount,
      let start = Self.number(bytes, tableStart + object * offsetSize, size: offsetSize),
      start < tableStart
    else { return nil }
    let marker = bytes[start]
    switch marker >> 4 {
    case 0x0: return marker == 0x08 ? .boolean(false) : marker == 0x09 ? .boolean(true) : nil
    case 0x1: return integer(start + 1, size: 1 << Int(marker & 0xF))
    case 0x2: return marker == 0x23 ? bits(start + 1).map { .real(Double(bitPattern: $0)) } : nil
    case 0x3:
      return bits(start + 1).map {
        .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)))
      }
    case 0x4: return content(start, width: 1).map { .data(Data(bytes[$0])) }
    case 0x5: return content(start, width: 1).map { .string(ascii($0)) }
    case 0x6: return content(start, width: 2).map { .string(utf16($0)) }
    case 0xA: return array(start, depth: depth)
    case 0xD: return dictionary(start, depth: depth)
    default: return nil
    }
  }

  private func bits(_ start: Int) -> UInt64? {
    guard start <= bytes.count - 8 else { return nil }
    return bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Up to four bytes are without sign, eight are two's complement.
  private func integer(_ start: Int, size: Int) -> PropertyListValue? {
    if size == 8 { return bits(start).map { .integer(Int64(bitPattern: $0)) } }
    guard size < 8 else { return nil }
    return Self.number(bytes, start, size: size).map { .integer(Int64($0)) }
  }

  /// Where the bytes of an object are that tells how many parts it has.
  private func content(_ start: Int, width: Int) -> Range<Int>? {
    var count = Int(bytes[start] & 0xF)
    var first = start + 1
    if count == 0xF {
      guard first < tableStart, bytes[first] >> 4 == 0x1 else { return nil }
      let size = 1 << Int(bytes[first] & 0xF)
      guard size <= 8, let long = Self.number(bytes, first + 1, size: size) else { return nil }
      count = long
      first += 1 + size
    }
    guard first <= tableStart, count <= (tableStart - first) / width else { return nil }
    return first..<(first + count * width)
  }

  private func ascii(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func utf16(_ range: Range<Int>) -> String {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func references(_ range: Range<Int>) -> [Int] {
    stride(from: range.lowerBound, to: range.upperBound, by: referenceSize).map {
      Self.number(bytes, $0, size: referenceSize) ?? -1
    }
  }

  private func array(_ start: Int, depth: Int) -> PropertyListValue? {
    guard let range = content(start, width: referenceSize) else { return nil }
    var values: [PropertyListValue] = []
    for object in references(range) {
      guard let value = value(object, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  private func dictionary(_ start: Int, depth: Int) -> PropertyListValue? {
    guard let range = content(start, width: 2 * referenceSize) else { return nil }
    let objects = references(range)
    let count = objects.count / 2
    var values: [String: PropertyListValue] = [:]
    for index in 0..<count {
      guard case .string(let key)? = value(objects[index], depth: depth + 1),
        let value = value(objects[count + index], depth: depth + 1)
      else { return nil }
      values[key] = value
    }
    return .dictionary(values)
  }
}
