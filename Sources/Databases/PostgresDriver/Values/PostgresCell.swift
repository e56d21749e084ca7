import Foundation
import SQLCore

/// A value of a row in libpq's memory, with the information needed to decode it; never NULL.
struct PostgresCell {
  let start: UnsafeRawPointer
  let count: Int
  let type: PostgresType
  let form: PostgresType.Form
  let isBinary: Bool

  @inline(__always)
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  @inline(__always)
  private func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> Value {
    Value(bigEndian: start.loadUnaligned(as: type))
  }

  /// The cell's integer, if it is one in binary form.
  @inline(__always)
  var binaryInteger: Int64? {
    guard isBinary else { return nil }
    switch form {
    case .int8: return count == 8 ? integer(Int64.self) : nil
    case .int4: return count == 4 ? Int64(integer(Int32.self)) : nil
    case .int2: return count == 2 ? Int64(integer(Int16.self)) : nil
    case .unsigned4: return count == 4 ? Int64(integer(UInt32.self)) : nil
    case .bool: return count == 1 ? (integer(UInt8.self) == 0 ? 0 : 1) : nil
    default: return nil
    }
  }

  @inline(__always)
  var binaryDouble: Double? {
    guard isBinary else { return nil }
    switch form {
    case .float8: return count == 8 ? Double(bitPattern: integer(UInt64.self)) : nil
    case .float4: return count == 4 ? Double(Float(bitPattern: integer(UInt32.self))) : nil
    default: return nil
    }
  }

  /// The cell's time, if it is one in binary form.
  @inline(__always)
  var binaryTime: PostgresTime? {
    guard isBinary else { return nil }
    switch form {
    case .timestamptz, .timestamp:
      return count == 8 ? PostgresTime(microseconds: integer(Int64.self)) : nil
    case .date: return count == 4 ? PostgresDay(days: integer(Int32.self)).time : nil
    default: return nil
    }
  }

  /// The bytes of a text, if the cell contains them without conversion.
  @inline(__always)
  var plainText: UnsafeRawBufferPointer? {
    if form == .text || form == .other && !isBinary { return bytes }
    guard form == .jsonb else { return nil }
    guard isBinary else { return bytes }
    return count > 0 ? UnsafeRawBufferPointer(start: start + 1, count: count - 1) : nil
  }

  /// The value with its type; nil if the bytes are not valid for the type.
  var decoded: PostgresValue? {
    if isBinary { return PostgresValue(binary: bytes, type: type) }
    return PostgresValue(text: String(decoding: bytes, as: UTF8.self), type: type)
  }

  /// The bytes of a value that is read as data; nil if the decoded value has to be used.
  var data: Data? {
    if isBinary, form == .bytes || form == .uuid || form == .other { return Data(bytes) }
    if form == .jsonb { return plainText.map { StoredDocument.stored(of: Data($0)) } }
    return plainText.map { Data($0) }
  }

  @inline(__always)
  var binaryUUID: UUID? {
    guard isBinary, form == .uuid || form == .bytes, count == 16 else { return nil }
    return UUIDWords.uuid(start)
  }
}

// Conversions of a value to another type, as the database would convert it; zero or empty if it
// would not.

extension PostgresValue {
  var int64: Int64 {
    switch self {
    case .bool(let truth): truth ? 1 : 0
    case .int2(let integer): Int64(integer)
    case .int4(let integer): Int64(integer)
    case .int8(let integer): integer
    case .numeric(let number): number.int64 ?? 0
    case .float4(let number): Int64(exactly: number.rounded(.towardZero)) ?? 0
    case .float8(let number): Int64(exactly: number.rounded(.towardZero)) ?? 0
    case .text(let text): Int64(text) ?? 0
    default: 0
    }
  }

  var double: Double {
    switch self {
    case .float4(let number): Double(number)
    case .float8(let number): number
    case .numeric(let number): number.double
    case .text(let text): Double(text) ?? 0
    case .timestamptz(let time), .timestamp(let time): time.date.timeIntervalSinceReferenceDate
    case .date(let day): day.time.date.timeIntervalSinceReferenceDate
    case .bool, .int2, .int4, .int8: Double(int64)
    default: 0
    }
  }

  var time: PostgresTime? {
    switch self {
    case .timestamptz(let time), .timestamp(let time): time
    case .date(let day): day.time
    // The representation of dates in SQLite stores.
    case .float8(let seconds): PostgresTime(Date(timeIntervalSinceReferenceDate: seconds))
    default: nil
    }
  }

  var data: Data {
    switch self {
    case .bytes(let data): data
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { Data($0) }
    default: Data()
    }
  }

  var uuid: UUID? {
    switch self {
    case .uuid(let uuid): uuid
    case .text(let text): UUID(uuidString: text)
    case .bytes(let data) where data.count == 16:
      data.withUnsafeBytes { $0.baseAddress.map { UUIDWords.uuid($0) } }
    default: nil
    }
  }

  /// The value in the types of the shared code.
  ///
  /// A JSON document becomes the bytes that a binary column would contain; types without a
  /// counterpart, such as arrays, become texts.
  var sqlValue: SQLValue {
    switch self {
    case .null: .null
    case .bool(let truth): .bool(truth)
    case .int2(let integer): .integer(Int64(integer))
    case .int4(let integer): .integer(Int64(integer))
    case .int8(let integer): .integer(integer)
    case .float4(let number): .real(Double(number))
    case .float8(let number): .real(number)
    // A number with more digits than `Decimal` supports becomes a text with all of them.
    case .numeric(let number): number.decimal.map { .decimal($0) } ?? .text(number.text)
    case .text(let text), .json(let text), .other(_, let text): .text(text)
    case .bytes(let data): .blob(data)
    case .jsonb(let text): .blob(StoredDocument.stored(of: Data(text.utf8)))
    case .uuid(let uuid): .uuid(uuid)
    case .timestamptz(let time), .timestamp(let time):
      time.lateDay.map { .text($0.text) } ?? .date(time.date)
    case .date(let day): .date(day.time.date)
    case .array(let array): .text(array.text)
    }
  }
}
