import Foundation
import SQLCore

/// Conversions between single values and the columns of a store.
///
/// `encode` and the matching `decode…` lose nothing, and each value has only one encoding, so that
/// `=` on the column finds it. A `decode…` function returns nil if the column holds NULL or a value
/// that the type does not allow.
package enum StoredValue {
  package static func encode(_ value: Bool) -> SQLValue { SQLValue.bool(value).stored }

  package static func decodeBool(_ value: SQLValue) -> Bool? {
    switch value.stored {
    case .integer(let integer): integer != 0
    case .real(let real): real != 0
    default: nil
    }
  }

  /// Encodes an integer of up to 64 bits; an unsigned one above `Int64.max` is stored by its bit
  /// pattern.
  package static func encode<Integer: FixedWidthInteger>(_ value: Integer) -> SQLValue {
    precondition(Integer.bitWidth <= 64, "A column holds integers of up to 64 bits.")
    return .integer(Int64(truncatingIfNeeded: value))
  }

  package static func decodeInteger<Integer: FixedWidthInteger>(
    _ value: SQLValue, as type: Integer.Type = Integer.self
  ) -> Integer? {
    switch value {
    case .integer(let integer):
      // Only the widest unsigned types use the sign bit for a value.
      !Integer.isSigned && Integer.bitWidth == 64
        ? Integer(truncatingIfNeeded: integer) : Integer(exactly: integer)
    case .real(let real): Integer(exactly: real)
    default: nil
    }
  }

  /// Returns an expression that sorts and compares 64-bit unsigned integers correctly.
  ///
  /// It flips the sign bit of `expression`, which moves the bit patterns above `Int64.max` (stored
  /// as negative numbers) after all others. Write both sides of a comparison this way.
  package static func unsignedOrder(of expression: SQLFragment) -> SQLFragment {
    // Not every database can parse hexadecimal numbers, or parses -2^63 as an integer.
    let signBit = SQLFragment.raw("(-9223372036854775807 - 1)")
    return "((\(expression) | \(signBit)) - (\(expression) & \(signBit)))"
  }

  /// Encodes a number; NaN is stored as its 8 bytes, big-endian, because SQLite turns it into NULL.
  ///
  /// SQLite does not store the sign of zero: -0.0 reads back as 0.0, which equals it.
  package static func encode(_ value: Double) -> SQLValue {
    .number(value)
  }

  package static func decodeDouble(_ value: SQLValue) -> Double? {
    switch value.stored {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .blob(let bytes) where bytes.count == 8:
      Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    default: nil
    }
  }

  package static func encode(_ value: Float) -> SQLValue { encode(Double(value)) }

  package static func decodeFloat(_ value: SQLValue) -> Float? {
    decodeDouble(value).map(Float.init)
  }

  /// Encodes a date as seconds since the start of 2001, UTC.
  package static func encode(_ value: Date) -> SQLValue {
    SQLValue.date(value).stored
  }

  package static func decodeDate(_ value: SQLValue) -> Date? {
    decodeDouble(value).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  package static func encode(_ value: String) -> SQLValue { .text(value) }

  package static func decodeString(_ value: SQLValue) -> String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  package static func encode(_ value: Data) -> SQLValue { .blob(value) }

  package static func decodeData(_ value: SQLValue) -> Data? {
    guard case .blob(let bytes) = value else { return nil }
    return bytes
  }

  /// Encodes a UUID as its 16 bytes, in the order of its text.
  package static func encode(_ value: UUID) -> SQLValue {
    SQLValue.uuid(value).stored
  }

  package static func decodeUUID(_ value: SQLValue) -> UUID? {
    switch value {
    case .uuid(let uuid): uuid
    case .blob(let bytes) where bytes.count == 16:
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case .text(let text): UUID(uuidString: text)
    default: nil
    }
  }

  /// Converts the contents of a column to a value of the column's type; nil if that is impossible.
  package static func typed(_ value: SQLValue, as type: ScalarType) -> SQLValue? {
    switch type {
    case _ where value.isNull: .null
    case .bool: decodeBool(value).map(SQLValue.bool)
    case .int16, .int32, .int64, .uint64: decodeInteger(value, as: Int64.self).map(SQLValue.integer)
    case .float, .double: decodeDouble(value).map(SQLValue.real)
    case .decimal: decodeDecimal(value).map(SQLValue.decimal)
    case .date: decodeDate(value).map(SQLValue.date)
    case .uuid: decodeUUID(value).map(SQLValue.uuid)
    case .string: decodeString(value).map(SQLValue.text)
    case .url: decodeURL(value).map(\.sqlValue)
    case .data: decodeData(value).map(SQLValue.blob)
    }
  }
}
