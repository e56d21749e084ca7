import DataSchema
import SQLCore

/// How Core Data keeps the values of an attribute: one row for each type of attributes.
package struct AttributeStorage: Hashable, Sendable {
  /// What a column holds; encoded values are bytes.
  package let scalar: ScalarType
  /// How the column is declared.
  package let column: ColumnType
  /// The block of columns, within a table, in which the column stands.
  let block: ColumnBlock
  /// What messages call a value.
  package let title: String

  fileprivate init(
    _ scalar: ScalarType, _ column: ColumnType, _ block: ColumnBlock, _ title: String
  ) {
    (self.scalar, self.column, self.block, self.title) = (scalar, column, block, title)
  }
}

extension AttributeType {
  /// How Core Data keeps the values.
  package var storage: AttributeStorage {
    switch self {
    case .boolean: .init(.bool, .integer, .integer, "a truth value")
    case .integer16: .init(.int16, .integer, .integer, "an integer of 16 bits")
    case .integer32: .init(.int32, .integer, .integer, "an integer of 32 bits")
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

  /// The attribute that holds plain values of a type.
  package init(_ scalar: ScalarType) {
    self =
      switch scalar {
      case .bool: .boolean
      case .int16: .integer16
      case .int32: .integer32
      // Columns have no wider integers; unsigned ones go in by their bit pattern.
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
