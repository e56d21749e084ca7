import Foundation
import SQLCore

extension PostgresValue {
  /// Decodes a value in binary form; nil for bytes that are not valid for the type.
  init?(binary bytes: UnsafeRawBufferPointer, type: PostgresType) {
    switch (type.form, bytes.count) {
    case (.bool, 1): self = .bool(bytes[0] != 0)
    case (.int2, 2): self = .int2(bytes.bigEndian(at: 0, as: Int16.self))
    case (.int4, 4): self = .int4(bytes.bigEndian(at: 0, as: Int32.self))
    case (.int8, 8): self = .int8(bytes.bigEndian(at: 0, as: Int64.self))
    case (.unsigned4, 4): self = .int8(Int64(bytes.bigEndian(at: 0, as: UInt32.self)))
    case (.float4, 4):
      self = .float4(Float(bitPattern: bytes.bigEndian(at: 0, as: UInt32.self)))
    case (.float8, 8):
      self = .float8(Double(bitPattern: bytes.bigEndian(at: 0, as: UInt64.self)))
    case (.timestamptz, 8):
      self = .timestamptz(PostgresTime(microseconds: bytes.bigEndian(at: 0, as: Int64.self)))
    case (.timestamp, 8):
      self = .timestamp(PostgresTime(microseconds: bytes.bigEndian(at: 0, as: Int64.self)))
    case (.date, 4): self = .date(PostgresDay(days: bytes.bigEndian(at: 0, as: Int32.self)))
    case (.uuid, 16):
      guard let start = bytes.baseAddress else { return nil }
      self = .uuid(UUIDWords.uuid(start))
    case (.text, _):
      let text = String(decoding: bytes, as: UTF8.self)
      self = type == .json ? .json(text) : .text(text)
    case (.jsonb, 1...): self = .jsonb(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case (.bytes, _): self = .bytes(Data(bytes))
    case (.void, _): self = .null
    default:
      guard let value = PostgresValue(longBinary: bytes, type: type) else { return nil }
      self = value
    }
  }

  private init?(longBinary bytes: UnsafeRawBufferPointer, type: PostgresType) {
    switch type.form {
    case .numeric:
      guard let number = PostgresNumeric(binary: bytes) else { return nil }
      self = .numeric(number)
    case .array:
      guard let array = PostgresArray(binary: bytes) else { return nil }
      self = .array(array)
    default: return nil
    }
  }

  /// Writes the value in binary form; null and values of unknown types write nothing.
  func write(to bytes: inout PostgresBytes) {
    switch self {
    case .null, .other: break
    case .bool(let truth): bytes.append(UInt8(truth ? 1 : 0))
    case .int2(let integer): bytes.append(integer)
    case .int4(let integer): bytes.append(integer)
    case .int8(let integer): bytes.append(integer)
    case .float4(let number): bytes.append(number.bitPattern)
    case .float8(let number): bytes.append(number.bitPattern)
    case .numeric(let number): number.write(to: &bytes)
    case .text(let text), .json(let text): bytes.append(contentsOf: text.utf8)
    case .jsonb(let text):
      // The version byte of the binary form.
      bytes.append(1 as UInt8)
      bytes.append(contentsOf: text.utf8)
    case .bytes(let data): bytes.append(contentsOf: data)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    case .timestamptz(let time), .timestamp(let time): bytes.append(time.microseconds)
    case .date(let day): bytes.append(day.days)
    case .array(let array): array.write(to: &bytes)
    }
  }
}

extension PostgresArray {
  /// The maximum number of dimensions on the server.
  private static let largestDimensionCount = 6

  init?(binary bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 12 else { return nil }
    let dimensionCount = Int(bytes.bigEndian(at: 0, as: Int32.self))
    var place = 12 + 8 * dimensionCount
    guard (0...Self.largestDimensionCount).contains(dimensionCount), bytes.count >= place else {
      return nil
    }
    let element = PostgresType(rawValue: bytes.bigEndian(at: 8, as: UInt32.self))
    // An array cannot be an element; nested arrays could exhaust the stack.
    guard element.form != .array else { return nil }
    let dimensions = (0..<dimensionCount).map {
      Dimension(
        count: bytes.bigEndian(at: 12 + 8 * $0, as: Int32.self),
        lowerBound: bytes.bigEndian(at: 16 + 8 * $0, as: Int32.self))
    }
    guard let total = Self.count(dimensions) else { return nil }
    guard total > 0 else {
      // An array without elements has no dimensions, whatever counts the header contains.
      guard place == bytes.count else { return nil }
      self.init([], of: element, dimensions: [])
      return
    }
    // Each element takes at least four bytes for its length, so a false count cannot cause an
    // excessive allocation.
    guard total <= (bytes.count - place) / 4 else { return nil }
    var elements: [PostgresValue] = []
    elements.reserveCapacity(total)
    while place < bytes.count {
      guard place + 4 <= bytes.count else { return nil }
      let count = Int(bytes.bigEndian(at: place, as: Int32.self))
      place += 4
      guard count >= 0 else { elements.append(.null); continue }
      guard place + count <= bytes.count,
        let value = PostgresValue(
          binary: UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]), type: element)
      else { return nil }
      elements.append(value)
      place += count
    }
    guard elements.count == total else { return nil }
    self.init(elements, of: element, dimensions: dimensions)
  }

  /// The number of elements in an array with these dimensions; nil if the bounds or the number
  /// overflow.
  static func count(_ dimensions: [Dimension]) -> Int? {
    var count = dimensions.isEmpty ? 0 : 1
    for dimension in dimensions {
      let (product, overflows) = count.multipliedReportingOverflow(by: Int(dimension.count))
      let last = dimension.lowerBound.addingReportingOverflow(dimension.count)
      guard !overflows, !last.overflow, dimension.count >= 0 else { return nil }
      count = product
    }
    return count
  }

  func write(to bytes: inout PostgresBytes) {
    bytes.append(Int32(dimensions.count))
    bytes.append(elements.contains(.null) ? 1 : 0 as Int32)
    bytes.append(element.rawValue)
    for dimension in dimensions {
      bytes.append(dimension.count)
      bytes.append(dimension.lowerBound)
    }
    for value in elements {
      if value == .null { bytes.append(-1 as Int32) } else { bytes.appendCounted(value.write) }
    }
  }
}
