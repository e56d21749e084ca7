import Foundation
import SQLCore

/// Conversions between single values and the columns of a store.
///
/// `SQLValue.stored` and the matching `decode…` lose nothing, and each value has only one encoding,
/// so that `=` on the column finds it. A `decode…` function returns nil if the column holds NULL or
/// a value that the type does not allow.
package enum StoredValue {
  package static func decodeBool(_ value: SQLValue) -> Bool? {
    switch value.stored {
    case .integer(let integer): integer != 0
    case .real(let real): real != 0
    default: nil
    }
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

  package static func decodeDouble(_ value: SQLValue) -> Double? {
    switch value.stored {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .blob(let bytes) where bytes.count == 8:
      Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    default: nil
    }
  }

  package static func decodeDate(_ value: SQLValue) -> Date? {
    decodeDouble(value).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  package static func decodeString(_ value: SQLValue) -> String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  package static func decodeData(_ value: SQLValue) -> Data? {
    guard case .blob(let bytes) = value else { return nil }
    return bytes
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
    case .decimal: value.decimal.map(SQLValue.decimal)
    case .date: decodeDate(value).map(SQLValue.date)
    case .uuid: decodeUUID(value).map(SQLValue.uuid)
    case .string: decodeString(value).map(SQLValue.text)
    case .url: decodeURL(value).map(\.sqlValue)
    case .data: decodeData(value).map(SQLValue.blob)
    }
  }
}
