import Foundation

/// A reader of untrusted binary property lists with bounded time, memory and depth.
///
/// Objects of a list can be shared by several others, so a few kilobytes can expand to more values
/// than fit into memory. The reader therefore counts the unpacked bytes.
/// `PropertyListSerialization` does not count, and creates objects of Foundation's classes, which
/// was the most expensive part of opening a store.
package struct BinaryPropertyList {
  /// One object of the list; collections refer to their elements by number.
  package enum Object {
    case value(PropertyListValue)
    /// The null object.
    case null
    /// The number of another object, as in keyed archives.
    case reference(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  /// The number of the root object.
  package let top: Int

  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// The maximum nesting depth of collections, which also stops at collections that contain
  /// themselves.
  private static let depthLimit = 64

  /// Returns the value of a list; nil if it is damaged or contains objects that only keyed archives
  /// have.
  package static func value(of data: Data) -> PropertyListValue? {
    guard let list = BinaryPropertyList(data) else { return nil }
    var budget = list.budget
    return list.value(list.top, depth: 0, &budget)
  }

  /// The number of bytes that the list may expand to: more than its size, because equal values are
  /// written only once.
  package var budget: Int { 16 * bytes.count + 65_536 }

  /// Returns nil if the data is not a binary property list.
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

  /// Reads a big-endian number below 2^63; nil if the number is larger or bytes are missing.
  private static func number(_ bytes: [UInt8], _ start: Int, size: Int) -> Int? {
    guard start >= 0, size >= 0, size <= bytes.count, start <= bytes.count - size else {
      return nil
    }
    var value: UInt64 = 0
    for byte in bytes[start..<(start + size)] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  /// Returns the object with a number; nil if the list is damaged.
  ///
  /// - Parameters:
  ///   - number: The object's number.
  ///   - budget: The number of bytes that may still be unpacked; reduced by the size of the object.
  /// - Returns: The object, without unpacking its elements.
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

  /// Integers of up to four bytes are unsigned, those of eight are two's complement; sixteen bytes
  /// are for larger values.
  private func integer(_ start: Int, size: Int) -> PropertyListValue? {
    if size == 8 { return bits(start).map { .integer(Int64(bitPattern: $0)) } }
    if size == 16, bits(start) == 0 { return bits(start + 8).map { .unsignedInteger($0) } }
    guard size < 8 else { return nil }
    return Self.number(bytes, start, size: size).map { .integer(Int64($0)) }
  }

  /// Returns the range of an object's bytes, for objects that state their number of elements.
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
