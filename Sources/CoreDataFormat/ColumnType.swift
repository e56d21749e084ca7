import DataSchema

/// How Core Data declares the column of an attribute.
package enum ColumnType: String, Hashable, Sendable {
  case integer = "INTEGER"
  case float = "FLOAT"
  case decimal = "DECIMAL"
  case timestamp = "TIMESTAMP"
  case varchar = "VARCHAR"
  case blob = "BLOB"
}

extension AttributeType {
  package var columnType: ColumnType {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .decimal: .decimal
    case .double, .float: .float
    case .date: .timestamp
    case .string, .uri: .varchar
    case .binaryData, .uuid, .transformable: .blob
    }
  }

  /// The block of columns, within a table, in which the attribute's column stands.
  var columnBlock: ColumnBlock {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .decimal, .double, .float, .date: .number
    case .string: .string
    case .uri: .uri
    case .uuid: .uuid
    case .transformable: .transformable
    case .binaryData: .binary
    }
  }
}

/// Attributes stand in blocks by type, in this order.
enum ColumnBlock: Int, CaseIterable {
  case integer, number, string, uri, uuid, transformable, binary
}
