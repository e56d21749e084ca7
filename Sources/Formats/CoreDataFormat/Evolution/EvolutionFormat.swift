import DataSchema
import SQLCore

/// The parts of a migration that depend on the kind of database.
package protocol EvolutionFormat: EvolutionValues, EvolutionTables, Sendable {
  var spelling: EvolutionSpelling { get }
}

/// The SQL spelling of values that rows receive.
package protocol EvolutionValues {
  /// Returns the default value for a new row, as SQL in a statement that reads a row with a key.
  func literal(of value: DefaultValue, _ type: AttributeType) -> String

  /// Converts an expression of one type to another type that can hold its values.
  func converted(_ text: String, from: AttributeType, to: AttributeType) -> String

  /// Returns NULL, spelled for a column of a type.
  func missingValue(_ type: ColumnType) -> String
}

/// Creation and inspection of tables.
package protocol EvolutionTables {
  /// Returns the statement that creates an entity table.
  func creation(of table: TableLayout) -> String

  /// Returns the statement that creates a join table.
  func creation(of table: JoinTableLayout) -> String

  /// Returns the indexes, and other dependencies between tables, to drop before the tables change
  /// and to create afterwards.
  ///
  /// - Throws: What the store throws, and `LayoutError` for an impossible index.
  func indexChanges(
    _ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork],
    on connection: any SQLConnection
  ) throws -> IndexChanges

  /// Returns statements that make new keys continue after the existing ones.
  ///
  /// - Throws: What the store throws.
  func keyStatements(
    _ plan: EvolutionPlan, _ tables: [TableWork], on connection: any SQLConnection
  ) throws -> [SQLStatement]

  /// Returns the highest key that a tree's table contains or has handed out.
  ///
  /// - Throws: What the store throws.
  func highestKey(of root: EntityTable, on connection: any SQLConnection) throws -> Int64

  /// Returns the names of the store's tables besides those of its entities; may include any other
  /// tables.
  ///
  /// - Throws: What the store throws.
  func sideTables(on connection: any SQLConnection) throws -> Set<String>

  /// Returns the names of a table's columns.
  ///
  /// - Throws: What the store throws.
  func columns(of table: String, on connection: any SQLConnection) throws -> Set<String>
}

/// Names and SQL spellings that differ between databases.
package struct EvolutionSpelling: Sendable {
  /// The table of changes in the history.
  package struct History: Sendable {
    package var table: String
    package var entity: String
    package var key: String
    package var columns: String
    /// The name prefix of the columns that keep values of deleted rows.
    package var tombstone: String
    package var tombstoneType: String

    package init(
      table: String, entity: String, key: String, columns: String, tombstone: String,
      tombstoneType: String
    ) {
      (self.table, self.entity, self.key) = (table, entity, key)
      (self.columns, self.tombstone, self.tombstoneType) = (columns, tombstone, tombstoneType)
    }
  }

  package var identity: RowIdentity
  package var history: History
  /// The name of the table of members' positions.
  package var memberOrder: String
  /// Tables whose rows become outdated when the schema changes.
  package var outdated: [String] = []
  /// The schema of temporary tables.
  package var temporarySchema: String
  /// Whether `ALTER TABLE` can add columns with values and drop columns without copying rows.
  package var altersColumns = false
  /// Whether large values may be stored in files.
  var hasExternalFiles = false
  /// The expression that creates a UUID.
  package var newUUID: String
  /// Statements to run first; `after` has those to run last.
  package var before: [String] = []
  package var after: [String] = []
  /// Returns a name quoted for SQL.
  package var quoted: @Sendable (String) -> String
  /// Returns the name for a table of the source that is set aside, from its name and its index
  /// among the tables.
  package var asideName: @Sendable (_ table: String, _ place: Int) -> String
  /// Completes an INSERT, from INTO on, so that it skips rows whose keys already exist.
  package var ignoringConflicts: @Sendable (String) -> String

  package init(
    identity: RowIdentity, history: History, memberOrder: String, temporarySchema: String,
    newUUID: String, quoted: @escaping @Sendable (String) -> String,
    asideName: @escaping @Sendable (_ table: String, _ place: Int) -> String,
    ignoringConflicts: @escaping @Sendable (String) -> String
  ) {
    (self.identity, self.history, self.memberOrder) = (identity, history, memberOrder)
    (self.temporarySchema, self.newUUID, self.quoted) = (temporarySchema, newUUID, quoted)
    (self.asideName, self.ignoringConflicts) = (asideName, ignoringConflicts)
  }
}

extension EvolutionFormat {
  /// Returns whether an expression creates UUIDs.
  func makesUUIDs(_ text: String) -> Bool { text.contains(spelling.newUUID) }
}

extension EvolutionPlan {
  /// Returns the highest key below a root of the target; must be called before the tables are
  /// renamed.
  ///
  /// - Throws: What the store throws.
  package func highestKey(
    below root: EntityTable, _ tables: [TableWork], on connection: any SQLConnection
  ) throws -> Int64 {
    let works = tables.filter { $0.table.rootNumber == root.rootNumber }
    var highest: Int64 = 0
    for row in works.flatMap(\.rows) {
      let origin = source.tableMap.entities[row.source.rootNumber - 1]
      let key = try format.highestKey(of: origin, on: connection)
      highest = max(highest, key + row.offset)
    }
    return highest
  }
}
