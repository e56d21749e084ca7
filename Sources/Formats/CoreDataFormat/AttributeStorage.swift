import DataSchema
import SQLCore

/// The form in which Core Data stores the values of an attribute type.
package struct AttributeStorage: Hashable, Sendable {
  /// The type of the column's values; encoded values are stored as data.
  package let scalar: ScalarType
  /// The declared type of the column.
  package let column: ColumnType
  /// The block of columns in which the column is placed within its table.
  let block: ColumnBlock
  /// The name of a value in messages.
  package let title: String

  fileprivate init(
    _ scalar: ScalarType, _ column: ColumnType, _ block: ColumnBlock, _ title: String
  ) {
    (self.scalar, self.column, self.block, self.title) = (scalar, column, block, title)
  }
}

extension AttributeType {
  /// The form in which Core Data stores values of this type.
  package var storage: AttributeStorage {
    switch self {
    case .boolean: .init(.bool, .integer, .integer, "a Boolean value")
    case .integer16: .init(.int16, .integer, .integer, "a 16-bit integer")
    case .integer32: .init(.int32, .integer, .integer, "a 32-bit integer")
    case .integer64: .init(.int64, .integer, .integer, "an integer")
    case .decimal: .init(.decimal, .decimal, .number, "a decimal number")
    case .double: .init(.double, .float, .number, "a floating-point number")
    case .float: .init(.float, .float, .number, "a floating-point number")
    case .date: .init(.date, .timestamp, .number, "a date")
    case .string: .init(.string, .varchar, .string, "a text")
    case .uri: .init(.url, .varchar, .uri, "a URL")
    case .uuid: .init(.uuid, .blob, .uuid, "a UUID")
    case .binaryData: .init(.data, .blob, .binary, "bytes")
    case .transformable: .init(.data, .blob, .transformable, "the bytes of an encoded value")
    }
  }

  package var columnType: ColumnType { storage.column }

  /// Creates the attribute type that holds plain values of a scalar type.
  package init(_ scalar: ScalarType) {
    self =
      switch scalar {
      case .bool: .boolean
      case .int16: .integer16
      case .int32: .integer32
      // Columns have no wider integers; unsigned ones are stored by their bit pattern.
      case .int64, .uint64: .integer64
      case .float: .float
      case .double: .double
      case .decimal: .decimal
      case .string: .string
      case .date: .date
      case .data: .binaryData
      case .uuid: .uuid
      case .url: .uri
      }
  }
}
