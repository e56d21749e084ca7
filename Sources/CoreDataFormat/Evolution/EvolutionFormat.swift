import DataSchema
import SQLCore

/// What one kind of database has its own ways for, when a store's tables are taken from one schema to another.
package protocol EvolutionFormat: EvolutionValues, EvolutionTables, Sendable {
  var spelling: EvolutionSpelling { get }
}

/// How values are spelled that rows get.
package protocol EvolutionValues {
  /// What a new row gets, as SQL in a statement that reads a row with a key.
  func literal(of value: DefaultValue, _ type: AttributeType) -> String

  /// A value of one type as one of another, which can hold it.
  func converted(_ text: String, from: AttributeType, to: AttributeType) -> String

  /// NULL where a column's value is wanted.
  func missingValue(_ type: ColumnType) -> String
}

/// How tables are made and looked at.
package protocol EvolutionTables {
  /// The statement that makes a table of entities.
  func creation(of table: TableLayout) -> String

  /// The statement that makes a table of pairs.
  func creation(of table: JoinTableLayout) -> String

  /// The indexes, and what else leads from table to table, that go before tables change and that come
  /// afterwards.
  ///
  /// - Throws: What the store throws, and `LayoutError` for an index that cannot be.
  func indexChanges(
    _ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork],
    on connection: any SQLConnection
  ) throws -> IndexChanges

  /// What makes new keys follow on those that there are.
  ///
  /// - Throws: What the store throws.
  func keyStatements(
    _ plan: EvolutionPlan, _ tables: [TableWork], on connection: any SQLConnection
  ) throws -> [SQLStatement]

  /// The highest key that a tree's table has, or has handed out.
  ///
  /// - Throws: What the store throws.
  func highestKey(of root: EntityTable, on connection: any SQLConnection) throws -> Int64

  /// The names of the tables that the store has beside those of its entities, and of others.
  ///
  /// - Throws: What the store throws.
  func sideTables(on connection: any SQLConnection) throws -> Set<String>

  /// The names of a table's columns.
  ///
  /// - Throws: What the store throws.
  func columns(of table: String, on connection: any SQLConnection) throws -> Set<String>
}

/// Names and words in which databases differ.
package struct EvolutionSpelling: Sendable {
  /// The table of the history's changes.
  package struct History: Sendable {
    package var table: String
    package var entity: String
    package var key: String
    package var columns: String
    /// What the names of the columns begin with that keep values of deleted rows.
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
  /// The table of members' positions.
  package var memberOrder: String
  /// Tables whose rows are out of date when the schema changes.
  package var outdated: [String] = []
  /// Where temporary tables are.
  package var temporarySchema: String
  /// Whether columns come with values, and go, without rows being copied.
  package var altersColumns = false
  /// Whether large values may stand in files.
  package var hasExternalFiles = false
  /// What makes a UUID.
  package var newUUID: String
  /// What is run before all else, and after it.
  package var before: [String] = []
  package var after: [String] = []
  /// The name as SQL has it.
  package var quoted: @Sendable (String) -> String
  /// The name of a table of the source that is set aside, which has that place among them.
  package var asideName: @Sendable (_ table: String, _ place: Int) -> String
  /// An INSERT, from INTO on, that passes over rows whose keys there are.
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
  /// Whether an expression makes UUIDs.
  func makesUUIDs(_ text: String) -> Bool { text.contains(spelling.newUUID) }
}

extension EvolutionPlan {
  /// The highest key below a root of the target; asked before the tables change, when they have their old names.
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
