import Foundation

/// Reads binary property lists, whoever wrote them, in bounded time, memory and depth.
///
/// Objects of a list may be parts of several others, so that a few kilobytes can stand for more
/// values than any memory holds: what is unpacked is counted. `PropertyListSerialization` does not
/// count, and makes objects of Foundation's classes, which was the dearest part of opening a store.
package struct BinaryPropertyList {
  /// One object of the list; the parts of collections by their numbers.
  package enum Object {
    case value(PropertyListValue)
    /// Stands for nothing.
    case null
    /// The number of an object in a keyed archive.
    case reference(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  /// The number of the object that all others are parts of.
  package let top: Int

  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// How deep collections may nest; the limit also ends those that contain themselves.
  private static let depthLimit = 64

  /// The value of a list; nil where it is damaged, or has what no property list but a keyed archive
  /// has.
  package static func value(of data: Data) -> PropertyListValue? {
    guard let list = BinaryPropertyList(data) else { return nil }
    var budget = list.budget
    return list.value(list.top, depth: 0, &budget)
  }

  /// How many bytes of values the list may stand for: some more than it has, since equal ones are
  /// written once.
  package var budget: Int { 16 * bytes.count + 65_536 }

  /// Nil for data that are no binary property list.
  package init?(_ data: Data) {
    let bytes = [UInt8](data)
    guard bytes.count >= Self.header.count + Self.trailerSize, bytes.starts(with: Self.header)
    else { return nil }
    let trailer = bytes.count - Self.trailerSize
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = Self.number(bytes, trailer + 8, size: 8),
      let top = Self.number(bytes, trailer + 16, size: 8),
      let table = Self.number(bytes, trailer + 24, size: 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      count <= trailer, table <= trailer, count * offsetSize <= trailer - table
    else { return nil }
    (self.bytes, self.top) = (bytes, top)
    (self.offsetSize, self.referenceSize) = (offsetSize, referenceSize)
    (objectCount, tableStart) = (count, table)
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

  /// The object of that number; nil where the list is damaged.
  ///
  /// - Parameters:
  ///   - number: The object's number.
  ///   - budget: How many bytes may still be unpacked; less the size of the object afterwards.
  /// - Returns: The object; its parts are not unpacked.
  package func object(_ number: Int, _ budget: inout Int) -> Object? {
    guard number >= 0, number < objectCount,
      let start = Self.number(bytes, tableStart + number * offsetSize, size: offsetSize),
      start < tableStart
    else { return nil }
    budget -= 1
    let marker = bytes[start]
    switch marker >> 4 {
    case 0x0: return Self.constant(marker)
    case 0x1: return integer(start + 1, size: 1 << Int(marker & 0xF)).map(Object.value)
    case 0x2: return real(start, marker).map { .value(.real($0)) }
    case 0x3:
      return bits(start + 1).map {
        .value(.date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))))
      }
    case 0x4: return content(start, width: 1, &budget).map { .value(.data(Data(bytes[$0]))) }
    case 0x5: return content(start, width: 1, &budget).map { .value(.string(ascii($0))) }
    case 0x6: return content(start, width: 2, &budget).map { .value(.string(utf16($0))) }
    case 0x8:
      return Self.number(bytes, start + 1, size: Int(marker & 0xF) + 1).map(Object.reference)
    case 0xA: return content(start, width: referenceSize, &budget).map { .array(references($0)) }
    case 0xD:
      return content(start, width: 2 * referenceSize, &budget).map {
        let numbers = references($0)
        let count = numbers.count / 2
        return .dictionary(keys: Array(numbers[..<count]), values: Array(numbers[count...]))
      }
    default: return nil
    }
  }

  private static func constant(_ marker: UInt8) -> Object? {
    switch marker {
    case 0x00: .null
    case 0x08: .value(.boolean(false))
    case 0x09: .value(.boolean(true))
    default: nil
    }
  }

  private func real(_ start: Int, _ marker: UInt8) -> Double? {
    if marker == 0x23 { return bits(start + 1).map(Double.init(bitPattern:)) }
    guard marker == 0x22, let bits = Self.number(bytes, start + 1, size: 4) else { return nil }
    return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  private func value(_ number: Int, depth: Int, _ budget: inout Int) -> PropertyListValue? {
    guard depth < Self.depthLimit, budget > 0 else { return nil }
    switch object(number, &budget) {
    case .value(let value): return value
    case .array(let numbers):
      var values: [PropertyListValue] = []
      for number in numbers {
        guard let value = value(number, depth: depth + 1, &budget) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .dictionary(let keys, let numbers):
      var values: [String: PropertyListValue] = [:]
      for (key, number) in zip(keys, numbers) {
        guard case .string(let key)? = value(key, depth: depth + 1, &budget),
          let value = value(number, depth: depth + 1, &budget)
        else { return nil }
        values[key] = value
      }
      return .dictionary(values)
    case .null, .reference, nil: return nil
    }
  }

  private func bits(_ start: Int) -> UInt64? {
    guard start <= bytes.count - 8 else { return nil }
    return bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Up to four bytes are without sign, eight are two's complement; sixteen are for what is beyond.
  private func integer(_ start: Int, size: Int) -> PropertyListValue? {
    if size == 8 { return bits(start).map { .integer(Int64(bitPattern: $0)) } }
    if size == 16, bits(start) == 0 { return bits(start + 8).map { .unsignedInteger($0) } }
    guard size < 8 else { return nil }
    return Self.number(bytes, start, size: size).map { .integer(Int64($0)) }
  }

  /// Where the bytes of an object are that tells how many parts it has.
  private func content(_ start: Int, width: Int, _ budget: inout Int) -> Range<Int>? {
    var count = Int(bytes[start] & 0xF)
    var first = start + 1
    if count == 0xF {
      guard first < tableStart, bytes[first] >> 4 == 0x1 else { return nil }
      let size = 1 << Int(bytes[first] & 0xF)
      guard size <= 8, let long = Self.number(bytes, first + 1, size: size) else { return nil }
      count = long
      first += 1 + size
    }
    guard first <= tableStart, count <= (tableStart - first) / width, count * width <= budget
    else { return nil }
    budget -= count * width
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
}
