import Foundation
import Testing

@testable import CoreDataFormat

/// Reads Foundation's property lists with the same result as Foundation.
@Suite("Binary property lists")
struct BinaryPropertyListTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func readerAgreesWithFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = PropertyListValue.dictionary(Self.dictionary(depth: 0, &random))
    let data = try PropertyListSerialization.data(
      fromPropertyList: list.object, format: .binary, options: 0)
    #expect(BinaryPropertyList.value(of: data) == list, "seed \(seed)")
  }

  /// The encoder writes values that Foundation reads back unchanged.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func encodedListsAreReadAsWritten(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = PropertyListValue.dictionary(Self.dictionary(depth: 0, &random))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(list)
    #expect(BinaryPropertyList.value(of: data) == list, "seed \(seed)")
    let read = try PropertyListSerialization.propertyList(from: data, format: nil)
    let written = NSDictionary(dictionary: try #require(list.object as? [String: Any]))
    #expect(written.isEqual(read), "seed \(seed)")
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func readerSurvivesDamage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = PropertyListValue.dictionary(Self.dictionary(depth: 0, &random))
    var data = try PropertyListSerialization.data(
      fromPropertyList: list.object, format: .binary, options: 0)
    for _ in 0..<3 {
      data[Int.random(in: 8..<data.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    // Any input ends without a trap.
    _ = BinaryPropertyList.value(of: data)
    _ = BinaryPropertyList.value(of: data.prefix(Int.random(in: 0...data.count, using: &random)))
  }

  @Test func otherFormatsAreRefused() throws {
    let xml = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1], format: .xml, options: 0)
    #expect(BinaryPropertyList.value(of: xml) == nil)
    #expect(BinaryPropertyList.value(of: Data()) == nil)
  }

  @Test func listsThatContainThemselvesAreRefused() {
    // An array that contains itself as its only element.
    var bytes = Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [1, 0, 10] as [UInt64] {
      bytes += withUnsafeBytes(of: number.bigEndian, Array.init)
    }
    #expect(BinaryPropertyList.value(of: Data(bytes)) == nil)
  }

  /// A few kilobytes of arrays, each of which contains the next one many times.
  @Test(arguments: [2, 14, 60])
  func listsThatExpandWithoutBoundAreRefused(levels: Int) {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 1...levels {
      offsets.append(bytes.count)
      bytes += [0xAF, 0x10, 200] + Array(repeating: UInt8(level), count: 200)
    }
    offsets.append(bytes.count)
    bytes += [0x4F, 0x11, 0x20, 0x00] + Array(repeating: 7, count: 0x2000)
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
    }
    #expect(BinaryPropertyList.value(of: Data(bytes)) == nil)
  }

  private static func dictionary(
    depth: Int, _ random: inout SeededGenerator
  ) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    for number in 0..<Int.random(in: 0...20, using: &random) {
      values["key \(number)" + (number % 5 == 0 ? " ü" : "")] = value(depth: depth + 1, &random)
    }
    return values
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> PropertyListValue {
    switch Int.random(in: 0...(depth < 4 ? 7 : 5), using: &random) {
    case 0: .boolean(.random(using: &random))
    case 1:
      .integer(
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
    case 2: .real(Double.random(in: -1e9...1e9, using: &random))
    case 3:
      .string(
        String(
          repeating: ["a", "é", "🚲"].randomElement(using: &random) ?? "",
          count: Int.random(in: 0...300, using: &random)))
    case 4:
      .data(
        Data((0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }))
    case 5:
      .date(
        Date(
          timeIntervalSinceReferenceDate: Double(
            Int.random(in: -1_000_000...1_000_000, using: &random))))
    case 6:
      .array(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default: .dictionary(dictionary(depth: depth, &random))
    }
  }
}

extension PropertyListValue {
  /// The value as an object for `PropertyListSerialization`.
  fileprivate var object: Any {
    switch self {
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsignedInteger(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.object)
    case .dictionary(let values): values.mapValues(\.object)
    }
  }
}
