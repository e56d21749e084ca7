import DataSchema
import SQLCore

extension SchemaTables {
  /// Returns the indexes without uniqueness that a file lacks, by name, with the statements that
  /// create each.
  ///
  /// The names of indexes do not matter, because migrations keep old names. Executes one statement.
  ///
  /// - Throws: `LayoutError` if an index names a property that no column holds; `SQLError`.
  package func missingIndexes(
    on connection: any SQLConnection
  ) throws -> [(name: String, table: String, statements: [String])] {
    var known: [String: [[String]]] = [:]
    var names: Set<String> = []
    var tables: Set<String> = []
    for row in try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master") {
      guard let name = row[1].text, let table = row[2].text, let sql = row[3].text else { continue }
      names.insert(name.foldedName)
      if row[0].text == "table" { tables.insert(name.foldedName) }
      guard row[0].text == "index" else { continue }
      let declared = DeclaredNames(in: sql)
      if declared.hasMore { continue }
      known[table.foldedName, default: []].append(declared.names.map(\.foldedName))
    }
    var indexes = IndexStatements(layout: layout)
    return try indexes.indexes().compactMap { index in
      guard tables.contains(index.table.foldedName) else { return nil }
      if case .plain(_, let table, let statement) = index {
        // Unique indexes are searched for separately.
        guard statement.hasPrefix("CREATE INDEX") else { return nil }
        let columns = DeclaredNames(in: statement).names.map(\.foldedName)
        let serves = known[table.foldedName, default: []].contains { $0.starts(with: columns) }
        if serves { return nil }
      } else if names.contains(index.name.foldedName) {
        return nil
      }
      return (index.name, index.table, index.statements)
    }
  }

  /// Returns the history tables that a file lacks, with the statements that create them; empty for
  /// a file without any trace of a history.
  ///
  /// Executes two statements.
  ///
  /// - Throws: `SQLError`.
  package func missingHistory(
    on connection: any SQLConnection
  ) throws(SQLError) -> (tables: [String], statements: [String]) {
    let found = try connection.rows("SELECT name FROM sqlite_master").compactMap { $0[0].text }
    let counters = try connection.rows("SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 LIMIT 1")
    let missing = HistoryTables.names.filter { !found.contains($0) }
    guard missing.count < HistoryTables.names.count || !counters.isEmpty else { return ([], []) }
    let statements =
      SystemStatements.historyTables(tombstones: model.tombstoneCount)
      + SystemStatements.historyIndexes
    let lacking = statements.filter { text in
      missing.contains { text.contains(" TABLE \($0) ") || text.contains(" ON \($0) ") }
    }
    return (missing, lacking)
  }
}
