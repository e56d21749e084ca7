/// The declared type of an attribute's column.
package struct ColumnType: RawRepresentable, Hashable, Sendable {
  /// The type's name in `CREATE TABLE`.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  // The types that Core Data declares.

  package static let integer = ColumnType(rawValue: "INTEGER")
  package static let float = ColumnType(rawValue: "FLOAT")
  package static let decimal = ColumnType(rawValue: "DECIMAL")
  package static let timestamp = ColumnType(rawValue: "TIMESTAMP")
  package static let varchar = ColumnType(rawValue: "VARCHAR")
  package static let blob = ColumnType(rawValue: "BLOB")
}

/// The blocks of attribute columns in a table: by type, in this order.
enum ColumnBlock: Int, CaseIterable {
  case integer, number, string, uri, uuid, transformable, binary
}
