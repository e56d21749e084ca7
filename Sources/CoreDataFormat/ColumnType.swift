/// How the column of an attribute is declared.
package struct ColumnType: RawRepresentable, Hashable, Sendable {
  /// What a statement that makes the column says.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  // As Core Data declares them.

  package static let integer = ColumnType(rawValue: "INTEGER")
  package static let float = ColumnType(rawValue: "FLOAT")
  package static let decimal = ColumnType(rawValue: "DECIMAL")
  package static let timestamp = ColumnType(rawValue: "TIMESTAMP")
  package static let varchar = ColumnType(rawValue: "VARCHAR")
  package static let blob = ColumnType(rawValue: "BLOB")
}

/// Attributes stand in blocks by type, in this order.
enum ColumnBlock: Int, CaseIterable {
  case integer, number, string, uri, uuid, transformable, binary
}
