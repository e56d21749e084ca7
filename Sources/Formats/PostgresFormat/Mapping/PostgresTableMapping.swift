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
    package var upkeep = Upkeep()

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

  /// Columns of a table that each write of a row sets, whatever the model contains.
  package struct Upkeep: Hashable, Sendable {
    /// The time of the insertion.
    package var createdAt: String?
    /// The time of the last write.
    package var updatedAt: String?
    /// The number of updates.
    package var lockVersion: String?

    package init(createdAt: String? = nil, updatedAt: String? = nil, lockVersion: String? = nil) {
      (self.createdAt, self.updatedAt, self.lockVersion) = (createdAt, updatedAt, lockVersion)
    }

    /// The names of the columns.
    package var columns: [String] { [createdAt, updatedAt, lockVersion].compactMap(\.self) }
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
