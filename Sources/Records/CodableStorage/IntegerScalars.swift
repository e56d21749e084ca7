import SQLCore

/// An integer type with a signed column that is wide enough for all its values.
protocol StorableInteger: StorableScalar, FixedWidthInteger {}

extension StorableInteger {
  package static var samples: [Self] { [0, 1, 2] }

  package static func read(from row: any RowReader, at column: Int) throws -> Self {
    let stored = row.int64(column)
    // 64-bit unsigned integers are stored by their bit pattern.
    let value = Self(truncatingIfNeeded: stored)
    guard Int64(truncatingIfNeeded: value) == stored else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Self.self, propertyName: "column \(column)",
        reason: "\(stored) is outside \(Self.min)...\(Self.max).")
    }
    return value
  }
}

extension Int: StorableInteger {}
extension Int64: StorableInteger {}
extension Int32: StorableInteger {}
extension Int16: StorableInteger {}
extension Int8: StorableInteger {}
extension UInt: StorableInteger {}
extension UInt64: StorableInteger {}
extension UInt32: StorableInteger {}
extension UInt16: StorableInteger {}
extension UInt8: StorableInteger {}

extension Bool: StorableScalar {
  package static var samples: [Bool] { [false, true] }

  package static func read(from row: any RowReader, at column: Int) -> Bool {
    row.boolIfPresent(column) ?? false
  }
}
