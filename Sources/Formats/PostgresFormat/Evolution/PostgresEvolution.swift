import CoreDataFormat
import DataSchema
import SQLCore

/// The statements that migrate a PostgreSQL store from one schema to another.
///
/// Columns are added and dropped in place; if that is not possible, rows are copied within the
/// server. The caller must have set the search path to the schema that contains the tables.
package struct PostgresEvolution: EvolutionFormat {
  private let source: PostgresLayout
  private let target: PostgresLayout
  private let statements: (before: PostgresSchemaStatements, after: PostgresSchemaStatements)
  /// Whether indexes that only speed up reading are created later, outside of the migration.
  private let defersIndexes: Bool

  /// - Throws: `LayoutError` when an index names a property that no column holds.
  package init(
    from source: PostgresLayout, to target: PostgresLayout, defersIndexes: Bool = false
  ) throws(LayoutError) {
    (self.source, self.target) = (source, target)
    self.defersIndexes = defersIndexes
    statements = (
      try PostgresSchemaStatements(source), try PostgresSchemaStatements(target)
    )
  }

  /// The steps that change the store's tables.
  package var evolution: StoreEvolution {
    StoreEvolution(from: source.common, to: target.common, self)
  }

  package var spelling: EvolutionSpelling { Self.spelling }

  private static let spelling = {
    var spelling = EvolutionSpelling(
      identity: .postgres,
      history: EvolutionSpelling.History(
        table: PostgresSystemTable.changes.rawValue, entity: "entity", key: "key",
        columns: "columns", tombstone: "tombstone_", tombstoneType: "bytea"),
      memberOrder: PostgresSystemTable.memberOrder.rawValue, temporarySchema: "pg_temp",
      newUUID: "gen_random_uuid()", quoted: PostgresSchemaStatements.quoted,
      // The server truncates long names.
      asideName: { _, place in "openswiftdata_old_\(place)" },
      ignoringConflicts: { "INSERT \($0) ON CONFLICT DO NOTHING" })
    spelling.altersColumns = true
    // A table cannot be altered while deferred checks of its rows are pending.
    spelling.before = ["SET CONSTRAINTS ALL IMMEDIATE"]
    spelling.after = ["SET CONSTRAINTS ALL DEFERRED"]
    return spelling
  }()

  package func creation(of table: TableLayout) -> String {
    target.tables.first { $0.name == table.name }.map(PostgresSchemaStatements.create) ?? ""
  }

  package func creation(of table: JoinTableLayout) -> String {
    target.joinTables.first { $0.name == table.name }.map(PostgresSchemaStatements.create) ?? ""
  }

  package func sideTables(on connection: any SQLConnection) throws -> Set<String> {
    Set(PostgresSystemTable.allCases.map(\.rawValue))
  }

  package func columns(of table: String, on connection: any SQLConnection) throws -> Set<String> {
    let rows = try connection.rows(
      """
      SELECT attname::text FROM pg_attribute \
      WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped
      """, [.text(spelling.quoted(table))])
    return Set(rows.compactMap(\.[0].text))
  }

  private static func sequence(_ table: String) -> String {
    let name = SQLValue.text(PostgresSchemaStatements.quoted(table)).quotedText
    return "pg_get_serial_sequence(\(name), '\(RowIdentity.postgres.key)')::regclass"
  }

  package func highestKey(of root: EntityTable, on connection: any SQLConnection) throws -> Int64 {
    let rows = try connection.rows(
      """
      SELECT GREATEST(COALESCE(pg_sequence_last_value(\(Self.sequence(root.table))), 0), \
      COALESCE((SELECT MAX(\(root.identity.key)) FROM \(spelling.quoted(root.table))), 0))
      """)
    guard case .integer(let key)? = rows.first?.first else { return 0 }
    return key
  }

  /// Advances the sequences of tables whose rows were copied past their keys.
  package func keyStatements(
    _ plan: EvolutionPlan, _ tables: [TableWork], on connection: any SQLConnection
  ) throws -> [SQLStatement] {
    try tables.filter { $0.kind == .rebuilt }.compactMap { work in
      let root = plan.target.tableMap.entities[work.table.rootNumber - 1]
      let highest = try plan.highestKey(below: root, tables, on: connection)
      guard highest > 0 else { return nil }
      return SQLStatement("SELECT setval(\(Self.sequence(work.table.name)), \(highest))")
    }
  }
}

extension PostgresEvolution {
  package func indexChanges(
    _ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork],
    on connection: any SQLConnection
  ) throws -> IndexChanges {
    var changes = IndexChanges()
    let (keys, indexes) = (try Self.foreignKeys(on: connection), try Self.indexes(on: connection))
    let untouched = Set(
      tables.filter(\.keepsNames).map(\.table.name) + joins.filter(\.keepsNames).map(\.table.name))
    let filled = Set(
      tables.filter { $0.kind != .created }.map(\.table.name)
        + joins.filter { $0.kind != .created }.map(\.table.name))
    let keptKeys = Set(statements.before.namedForeignKeys)
      .intersection(statements.after.namedForeignKeys)
      .filter { keys.contains($0.name) && untouched.isSuperset(of: [$0.table, $0.target]) }
    for key in statements.before.namedForeignKeys
    where !keptKeys.contains(key) && keys.contains(key.name) {
      changes.droppedFirst.append(
        "ALTER TABLE \(spelling.quoted(key.table)) DROP CONSTRAINT \(spelling.quoted(key.name))")
    }
    let keptIndexes = Set(statements.before.namedIndexes)
      .intersection(statements.after.namedIndexes)
      .filter { indexes.contains($0.name) && untouched.contains($0.table) }
    for index in statements.before.namedIndexes
    where !keptIndexes.contains(index) && indexes.contains(index.name) {
      // An index of dropped columns is dropped with them.
      let statement = "DROP INDEX IF EXISTS \(spelling.quoted(index.name))"
      if plan.setAside.contains(index.table) {
        changes.droppedLast.append(statement)
      } else {
        changes.droppedFirst.append(statement)
      }
    }
    let deferred = Set(defersIndexes ? statements.after.namedIndexes.filter { !$0.isUnique } : [])
    changes.created =
      statements.after.namedIndexes.filter { !keptIndexes.contains($0) && !deferred.contains($0) }
      .map(\.statement)
    for key in statements.after.namedForeignKeys where !keptKeys.contains(key) {
      if filled.contains(key.table) { changes.created.append(letGo(key)) }
      changes.created.append(key.statement)
    }
    return changes
  }

  /// Removes references to rows that no longer exist, which delete rules may leave in columns
  /// without a foreign key.
  private func letGo(_ key: PostgresForeignKey) -> String {
    let (table, column) = (spelling.quoted(key.table), spelling.quoted(key.column))
    let condition =
      "\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(spelling.quoted(key.target)) AS R "
      + "WHERE R.\(RowIdentity.postgres.key) = \(table).\(column))"
    return target.joinTables.contains { $0.name == key.table }
      ? "DELETE FROM \(table) WHERE \(condition)"
      : "UPDATE \(table) SET \(column) = NULL WHERE \(condition)"
  }

  private static let schema = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

  private static func foreignKeys(on connection: any SQLConnection) throws -> Set<String> {
    let rows = try connection.rows(
      """
      SELECT conname::text FROM pg_constraint \
      WHERE contype = 'f' AND connamespace = \(schema)
      """)
    return Set(rows.compactMap(\.[0].text))
  }

  private static func indexes(on connection: any SQLConnection) throws -> Set<String> {
    let rows = try connection.rows(
      "SELECT relname::text FROM pg_class WHERE relkind = 'i' AND relnamespace = \(schema)")
    return Set(rows.compactMap(\.[0].text))
  }
}

extension TableWork {
  /// Whether references to the table by name remain valid.
  fileprivate var keepsNames: Bool {
    kind == .kept || kind == .extended && nameBefore == table.name && renamed.isEmpty
  }
}

extension JoinWork {
  fileprivate var keepsNames: Bool { kind == .kept }
}
