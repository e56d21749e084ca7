import DataSchema
import SQLCore

/// Migrates a file in Core Data's layout from one schema to another.
struct CoreDataEvolution: EvolutionFormat {
  let source: CoreDataLayout
  let target: CoreDataLayout

  var spelling: EvolutionSpelling { Self.spelling }

  private static let spelling = {
    var spelling = EvolutionSpelling(
      identity: .coreData,
      history: EvolutionSpelling.History(
        table: SystemTable.change.rawValue, entity: "ZENTITY", key: "ZENTITYPK",
        columns: "ZCOLUMNS", tombstone: "ZTOMBSTONE", tombstoneType: "BLOB"),
      memberOrder: SideTable.memberOrder, temporarySchema: "temp",
      newUUID: EvolutionFunction.newUUID.rawValue, quoted: \.asSQLName,
      asideName: { table, _ in "OPENSWIFTDATA_OLD_\(table)" },
      ignoringConflicts: { "INSERT OR IGNORE \($0)" })
    // Core Data's own copy of the schema, which it recreates.
    spelling.outdated = [SystemTable.modelCache.rawValue]
    spelling.hasExternalFiles = true
    return spelling
  }()

  func literal(of value: DefaultValue, _ type: AttributeType) -> String { value.expression }

  /// Returns the expression unchanged: SQLite's columns accept values of any type.
  func converted(_ text: String, from: AttributeType, to: AttributeType) -> String { text }

  func missingValue(_ type: ColumnType) -> String { "NULL" }

  func creation(of table: TableLayout) -> String { table.createStatement }

  func creation(of table: JoinTableLayout) -> String { table.createStatement }

  func indexChanges(
    _ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork],
    on connection: any SQLConnection
  ) throws -> IndexChanges { try IndexChanges(plan, tables, joins, on: connection) }

  func highestKey(of root: EntityTable, on connection: any SQLConnection) throws -> Int64 {
    let rows = try connection.rows(
      """
      SELECT MAX(COALESCE((SELECT MAX(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), \
      COALESCE((SELECT MAX(Z_PK) FROM \(root.table.asSQLName)), 0))
      """, [.integer(Int64(root.rootNumber))])
    guard case .integer(let key)? = rows.first?.first else { return 0 }
    return key
  }

  func sideTables(on connection: any SQLConnection) throws -> Set<String> {
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return Set(names.compactMap(\.[0].text))
  }

  func columns(of table: String, on connection: any SQLConnection) throws -> Set<String> {
    let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
    return Set(columns.compactMap(\.[0].text))
  }

  /// Returns statements that write the numbers, names and highest keys of the entities.
  func keyStatements(
    _ plan: EvolutionPlan, _ tables: [TableWork], on connection: any SQLConnection
  ) throws -> [SQLStatement] {
    // Entities may exchange names, and their highest keys with them.
    let isRenamed = plan.mapping.entities.contains { $0.source != nil && $0.source != $0.target }
    guard isRenamed || plan.source.tableMap.numbering != plan.target.tableMap.numbering else {
      return []
    }
    let history = SystemTable.allCases.compactMap(\.entityNumber).map(String.init)
    var statements = [
      SQLStatement(
        "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT NOT IN (\(history.joined(separator: ", ")))")
    ]
    for entity in plan.target.tableMap.entities {
      let highest =
        entity.entityNumber == entity.rootNumber
        ? try plan.highestKey(below: entity, tables, on: connection) : 0
      statements.append(
        SQLStatement(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
          [
            .integer(Int64(entity.entityNumber)), .text(entity.entityName),
            .integer(Int64(entity.parentNumber)), .integer(highest),
          ]))
    }
    return statements
  }
}

extension TableMap {
  /// The contents of the `Z_PRIMARYKEY` rows, without the keys.
  fileprivate var numbering: [String] {
    entities.map { "\($0.entityNumber) \($0.entityName) \($0.parentNumber)" }
  }
}
