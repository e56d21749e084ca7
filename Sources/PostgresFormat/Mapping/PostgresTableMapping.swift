/// Where entities are in the tables of a database that another program made.
package struct PostgresTableMapping: Hashable, Sendable {
  /// The table of an entity; nil for what the library would call it itself.
  package struct Table: Hashable, Sendable {
    package var schema: String?
    package var name: String?
    /// The column by which rows are told from each other.
    package var key: String
    /// The columns by the names of properties, those of a composite's parts by their paths.
    package var columns: [String: String]
    /// The tables of many-to-many relationships, by their names.
    package var joins: [String: Join]

    package init(
      schema: String? = nil, name: String? = nil, key: String = "id",
      columns: [String: String] = [:], joins: [String: Join] = [:]
    ) {
      (self.schema, self.name, self.key) = (schema, name, key)
      (self.columns, self.joins) = (columns, joins)
    }
  }

  /// The table of a many-to-many relationship, seen from its owner.
  package struct Join: Hashable, Sendable {
    package var schema: String?
    package var name: String
    package var owner: String
    package var member: String

    package init(schema: String? = nil, name: String, owner: String, member: String) {
      (self.schema, self.name, self.owner, self.member) = (schema, name, owner, member)
    }
  }

  /// The schema of tables that name none.
  package var schema: String
  package var tables: [String: Table]

  package init(schema: String = "public", tables: [String: Table] = [:]) {
    (self.schema, self.tables) = (schema, tables)
  }
}
