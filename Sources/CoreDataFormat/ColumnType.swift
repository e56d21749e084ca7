/// How Core Data declares the column of an attribute.
package enum ColumnType: String, Hashable, Sendable {
  case integer = "INTEGER"
  case float = "FLOAT"
  case decimal = "DECIMAL"
  case timestamp = "TIMESTAMP"
  case varchar = "VARCHAR"
  case blob = "BLOB"
}

/// Attributes stand in blocks by type, in this order.
enum ColumnBlock: Int, CaseIterable {
  case integer, number, string, uri, uuid, transformable, binary
}
