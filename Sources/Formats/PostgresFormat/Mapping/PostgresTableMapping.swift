/// Maps entities to the tables of a database that another program created.
package struct PostgresTableMapping: Hashable, Sendable {
  /// The table of an entity; names that are nil are those that the library would choose.
  package struct Table: Hashable, Sendable {
    package var schema: String?
    package var name: String?
    /// The column that identifies rows.
    package var key: String
    /// The columns, by property name; parts of a composite are named by paths.
    package var columns: [String: String]
    /// The tables of many-to-many relationships, by relationship name.
    package var joins: [String: Join]
    /// The column that contains the class of a row; nil if all rows are of one class.
    package var classColumn: String?
    /// The text in that column for rows of the entity; nil for the entity's name.
    package var className: String?

    package init(
      schema: String? = nil, name: String? = nil, key: String = "id",
      columns: [String: String] = [:], joins: [String: Join] = [:], classColumn: String? = nil,
      className: String? = nil
    ) {
      (self.schema, self.name, self.key) = (schema, name, key)
      (self.columns, self.joins) = (columns, joins)
      (self.classColumn, self.className) = (classColumn, className)
    }
  }

  /// The table of a many-to-many relationship, as seen from its owner.
  package struct Join: Hashable, Sendable {
    package var schema: String?
    package var name: String
    package var owner: String
    package var member: String

    package init(schema: String? = nil, name: String, owner: String, member: String) {
      (self.schema, self.name, self.owner, self.member) = (schema, name, owner, member)
    }
  }

  /// The default schema of tables that do not name one.
  package var schema: String
  package var tables: [String: Table]

  package init(schema: String = "public", tables: [String: Table] = [:]) {
    (self.schema, self.tables) = (schema, tables)
  }
}
