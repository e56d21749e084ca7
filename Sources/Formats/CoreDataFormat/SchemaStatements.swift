import DataSchema
import SQLCore

/// The statements that create an empty store for a schema, identical to Core Data's.
package struct SchemaStatements: Hashable, Sendable {
  /// Statements to run on a new file before its first table is created.
  ///
  /// The `auto_vacuum` mode cannot be changed later.
  package static let creationPragmas = [
    "PRAGMA page_size = 4096", "PRAGMA auto_vacuum = INCREMENTAL", "PRAGMA journal_mode = WAL",
  ]

  /// The tables of entities and the join tables.
  package let entityTables: [String]
  /// All indexes on those tables, and the side tables of spatial indexes with their triggers.
  package let entityIndexes: [String]
  package let systemTables: [String]
  package let historyTables: [String]
  package let historyIndexes: [String]
  /// The rows of `Z_PRIMARYKEY`, one per entity.
  package let primaryKeyRows: [SQLStatement]

  /// Every statement that creates a table, index or trigger, in the order of execution.
  package var all: [String] {
    entityTables + entityIndexes + systemTables + historyTables + historyIndexes
  }

  /// - Throws: `LayoutError` if an index names a property that no column holds.
  package init(layout: CoreDataLayout) throws(LayoutError) {
    entityTables = layout.tables.flatMap { table in
      [table.createStatement]
        + layout.joinTables(ownedIn: table).map(\.createStatement)
    }
    var indexes = IndexStatements(layout: layout)
    entityIndexes = try indexes.statements()
    systemTables = SystemStatements.tables
    historyTables = SystemStatements.historyTables(tombstones: layout.model.tombstoneCount)
    historyIndexes = SystemStatements.historyIndexes
    primaryKeyRows = layout.tableMap.entities.map { entity in
      Self.primaryKeyRow(entity.entityNumber, entity.entityName, parent: entity.parentNumber)
    }
  }

  /// The rows of `Z_PRIMARYKEY` for the history tables; Core Data adds them with the first save.
  package static let historyPrimaryKeyRows: [SQLStatement] = SystemTable.allCases.compactMap {
    guard let number = $0.entityNumber, let name = $0.entityName else { return nil }
    return primaryKeyRow(number, name, parent: 0)
  }

  private static func primaryKeyRow(_ number: Int, _ name: String, parent: Int) -> SQLStatement {
    SQLStatement(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
      [.integer(Int64(number)), .text(name), .integer(Int64(parent))])
  }
}

extension CoreDataLayout {
  /// Returns the join tables whose owner's rows are in `table`.
  func joinTables(ownedIn table: TableLayout) -> [JoinTableLayout] {
    joinTables.filter { tableMap.entities[$0.ownerNumber - 1].rootNumber == table.rootNumber }
  }
}

extension TableLayout {
  var createStatement: String {
    let declared = columns.map { ", \($0.name.asSQLName) \($0.type.rawValue)" }.joined()
    return "CREATE TABLE \(name.asSQLName) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
      + "Z_OPT INTEGER\(declared) )"
  }
}

extension JoinTableLayout {
  var createStatement: String {
    let columns = ([ownerColumn, otherColumn] + orderColumns).map(\.asSQLName)
    let declared = columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    return "CREATE TABLE \(name.asSQLName) ( \(declared), "
      + "PRIMARY KEY (\(columns[0]), \(columns[1])) )"
  }

  /// The statement that creates the index for reading the table from its other end.
  var createIndexStatement: String {
    let (owner, other) = (ownerColumn.asSQLName, otherColumn.asSQLName)
    return "CREATE INDEX \(indexName.asSQLName) ON \(name.asSQLName) (\(other), \(owner))"
  }

  var indexName: String { "\(name)_\(otherColumn)_INDEX" }
}

extension ModelDescription {
  /// The number of `ZTOMBSTONE` columns that the history needs: the largest number of values that
  /// any one entity, including inherited properties, preserves on deletion.
  package var tombstoneCount: Int {
    let parents = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    func count(_ entity: EntityDescription) -> Int {
      let own = entity.properties.reduce(0) { $0 + $1.preservedValueCount }
      return own + (entity.parentName.flatMap { parents[$0] }.map(count) ?? 0)
    }
    return entities.map(count).max() ?? 0
  }
}
