import Foundation
import SQLCore

/// How single values stand in the columns of a store.
///
/// `encode` and the matching `decode…` lose nothing; each value has one encoding, so that `=` on
/// the column finds it. A `decode…` is nil where the column holds NULL or something else than the
/// type allows.
package enum StoredValue {
  package static func encode(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

  package static func decodeBool(_ value: SQLValue) -> Bool? {
    switch value {
    case .integer(let integer): integer != 0
    case .real(let real): real != 0
    case .null, .text, .blob: nil
    }
  }

  /// An integer of up to 64 bits; an unsigned one above `Int64.max` goes in by its bit pattern.
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
    case .null, .text, .blob: nil
    }
  }

  /// An expression that sorts and compares 64-bit unsigned integers as such.
  ///
  /// It flips the sign bit of `expression`, which moves the bit patterns above `Int64.max` (stored
  /// as negative numbers) behind all others. Write both sides of a comparison this way.
  package static func unsignedOrder(of expression: SQLFragment) -> SQLFragment {
    "((\(expression) | 0x8000000000000000) - (\(expression) & 0x8000000000000000))"
  }

  /// A number; NaN goes in as its 8 bytes, big-endian, because SQLite turns it into NULL.
  ///
  /// SQLite keeps no sign with zero: -0.0 reads back as 0.0, which equals it.
  package static func encode(_ value: Double) -> SQLValue {
    guard value.isNaN else { return .real(value) }
    return .blob(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) })
  }

  package static func decodeDouble(_ value: SQLValue) -> Double? {
    switch value {
    case .integer(let integer): return Double(integer)
    case .real(let real): return real
    case .blob(let bytes) where bytes.count == 8:
      return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    case .null, .text, .blob: return nil
    }
  }

  package static func encode(_ value: Float) -> SQLValue { encode(Double(value)) }

  package static func decodeFloat(_ value: SQLValue) -> Float? {
    decodeDouble(value).map(Float.init)
  }

  /// Seconds since the start of 2001, UTC.
  package static func encode(_ value: Date) -> SQLValue {
    encode(value.timeIntervalSinceReferenceDate)
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

  /// The 16 bytes of the UUID in the order in which its text has them.
  package static func encode(_ value: UUID) -> SQLValue {
    .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
  }

  package static func decodeUUID(_ value: SQLValue) -> UUID? {
    switch value {
    case .blob(let bytes) where bytes.count == 16:
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case .text(let text): UUID(uuidString: text)
    case .null, .integer, .real, .blob: nil
    }
  }
}
