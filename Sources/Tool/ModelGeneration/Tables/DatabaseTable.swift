/// A table of another program, as the catalog of a PostgreSQL database describes it.
package struct DatabaseTable: Codable, Hashable, Sendable {
  package struct Column: Codable, Hashable, Sendable {
    package var name: String
    /// The internal name of the type, such as `int4`; for a domain, that of its base type.
    package var type: String
    /// The type as SQL, with its modifiers.
    package var declaration: String
    /// The internal name of the type of an array's elements; nil for any other type.
    package var element: String?
    /// The enumeration to which the values, or the elements of an array, belong.
    package var enumeration: Enumeration?
    package var isNullable: Bool
    /// Whether a new row gets a value without specifying one.
    package var hasDefault: Bool
    /// The default value as SQL; nil if there is none, or the server computes the column.
    package var defaultValue: String?
    /// Whether the server computes the value, so that it cannot be written.
    package var isComputed: Bool
    /// Whether a sequence that belongs to the column counts in steps of one.
    package var hasSequence: Bool
  }

  /// An enumeration type of the database.
  package struct Enumeration: Codable, Hashable, Sendable {
    package var name: String
    package var cases: [String]
  }

  package struct ForeignKey: Codable, Hashable, Sendable {
    package var name: String
    package var columns: [String]
    /// The table to which it refers.
    package var table: String
    /// Whether that table is in the same schema.
    package var isInSchema: Bool
    /// The columns to which it refers.
    package var targets: [String]
    /// What happens when the other row is deleted, as in `pg_constraint.confdeltype`.
    package var deletion: String
  }

  /// A CHECK constraint.
  package struct Check: Codable, Hashable, Sendable {
    package var columns: [String]
    package var expression: String
  }

  package var name: String
  /// The kind of relation, as in `pg_class.relkind`.
  package var kind: String
  /// In the order of the table.
  package var columns: [Column]
  /// Empty if there is no primary key.
  package var primaryKey: [String]
  /// The columns of each unique index on columns without a condition, except the primary key.
  package var uniqueness: [[String]]
  /// Whether a unique index is checked later than at each row.
  package var hasDeferrableUniqueness: Bool
  package var foreignKeys: [ForeignKey]
  package var checks: [Check]
  /// The texts in the column `type` of all rows, nil for NULL; nil without such a column.
  package var rowTypes: [String?]?

  func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}

/// The tables in a schema of a database.
package struct DatabaseSchema: Hashable, Sendable {
  package var name: String
  /// The name of the database.
  package var database: String
  package var tables: [DatabaseTable]

  package init(name: String, database: String, tables: [DatabaseTable]) {
    (self.name, self.database, self.tables) = (name, database, tables)
  }
}
