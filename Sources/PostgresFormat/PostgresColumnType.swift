import DataSchema

/// The types that columns of a PostgreSQL have.
package enum PostgresColumnType: String, Hashable, Sendable {
  case boolean
  case smallint
  case integer
  case bigint
  case numeric
  case real
  case doublePrecision = "double precision"
  case timestamp = "timestamp with time zone"
  /// Ordered by their bytes, as Swift orders texts in their canonical form.
  case text = "text COLLATE \"C\""
  case uuid
  case bytea
  /// What is coded or transformed.
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
