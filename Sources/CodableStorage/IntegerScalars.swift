import DataSchema
import SQLCore

/// An integer that has a signed column wide enough for all its values.
protocol StorableInteger: StorableScalar, FixedWidthInteger {}

extension StorableInteger {
  package static var samples: [Self] { [0, 1, 2] }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(Int64(truncatingIfNeeded: self), parameter)
  }

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

extension Int: StorableInteger {
  package static var attributeType: AttributeType { .integer64 }
}
extension Int64: StorableInteger {
  package static var attributeType: AttributeType { .integer64 }
}
extension Int32: StorableInteger {
  package static var attributeType: AttributeType { .integer32 }
}
extension Int16: StorableInteger {
  package static var attributeType: AttributeType { .integer16 }
}
extension Int8: StorableInteger {
  package static var attributeType: AttributeType { .integer16 }
}
extension UInt: StorableInteger {
  package static var attributeType: AttributeType { .integer64 }
}
extension UInt64: StorableInteger {
  package static var attributeType: AttributeType { .integer64 }
}
extension UInt32: StorableInteger {
  package static var attributeType: AttributeType { .integer64 }
}
extension UInt16: StorableInteger {
  package static var attributeType: AttributeType { .integer32 }
}
extension UInt8: StorableInteger {
  package static var attributeType: AttributeType { .integer16 }
}

extension Bool: StorableScalar {
  package static var attributeType: AttributeType { .boolean }
  package static var samples: [Bool] { [false, true] }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(self ? 1 as Int64 : 0, parameter)
  }

  package static func read(from row: any RowReader, at column: Int) -> Bool {
    row.int64(column) != 0
  }
}
