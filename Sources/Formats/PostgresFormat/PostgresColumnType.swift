import DataSchema

/// The types of columns in a PostgreSQL store.
package enum PostgresColumnType: String, Hashable, Sendable {
  case boolean
  case smallint
  case integer
  case bigint
  case numeric
  case real
  case doublePrecision = "double precision"
  case timestamp = "timestamp with time zone"
  /// Sorted by bytes, as Swift sorts texts in their canonical form.
  case text = "text COLLATE \"C\""
  case uuid
  case bytea
  /// Encoded or transformed values.
  case jsonb

  /// The type of a column for an attribute.
  package init(_ type: AttributeType) {
    self =
      switch type {
      case .boolean: .boolean
      case .integer16: .smallint
      case .integer32: .integer
      case .integer64: .bigint
      case .decimal: .numeric
      case .float: .real
      case .double: .doublePrecision
      case .date: .timestamp
      case .string, .uri: .text
      case .uuid: .uuid
      case .binaryData: .bytea
      case .transformable: .jsonb
      }
  }
}
