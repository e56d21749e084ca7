import SQLCore

/// Creates missing tables of a store's history.
///
/// A file created by Core Data may lack the tables, and the rows that count their keys appear with
/// the first history that is written.
package struct HistoryTables {
  private let connection: any SQLConnection
  private let tombstoneCount: Int

  package init(_ connection: any SQLConnection, _ layout: HistoryLayout) {
    self.connection = connection
    tombstoneCount = layout.tombstoneCount
  }

  /// Returns whether nothing is missing; executes two statements.
  package func areComplete() throws -> Bool {
    let found = try connection.rows(
      """
      SELECT COUNT(*) FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002, 16003) UNION ALL \
      SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' \
      AND name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')
      """)
    guard found == [[.integer(3)], [.integer(3)]] else { return false }
    let columns = try connection.rows(
      "SELECT COUNT(*) FROM pragma_table_info('ACHANGE') WHERE name LIKE 'ZTOMBSTONE%'")
    guard case .integer(let count)? = columns.first?.first else { return false }
    // There may be more columns, if the store was migrated from a schema that preserved more
    // values.
    return count >= tombstoneCount
  }

  /// Creates missing tables, columns, indexes and counters.
  package func complete() throws {
    for (name, text) in zip(Self.names, SystemStatements.historyTables(tombstones: tombstoneCount))
    {
      if try exists(name) {
        try addColumns(to: name, from: text)
      } else {
        try connection.run(text)
      }
    }
    for text in SystemStatements.historyIndexes {
      let name = text.split(separator: " ").drop { $0 != "INDEX" }.dropFirst().first ?? ""
      if try !exists(String(name)) { try connection.run(text) }
    }
    let known = try connection.rows("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
    for row in SchemaStatements.historyPrimaryKeyRows {
      if !known.contains([row.values[0]]) { try connection.run(row.text, row.values) }
    }
  }

  /// The names of the tables, in the order of the statements that create them.
  static let names = [
    SystemTable.change.rawValue, SystemTable.transaction.rawValue,
    SystemTable.transactionString.rawValue,
  ]

  private func exists(_ name: String) throws -> Bool {
    try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(name)]).isEmpty
  }

  /// Adds the columns that a table created by an older version of Core Data lacks.
  private func addColumns(to table: String, from text: String) throws {
    let rows = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
    let existing = Set(rows.map { $0[0] })
    let declarations = text.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ",")
    for declaration in declarations {
      let words = declaration.split(separator: " ")
      guard words.count == 2, !existing.contains(.text(String(words[0]))) else { continue }
      try connection.run("ALTER TABLE \(table) ADD COLUMN \(words[0]) \(words[1])")
    }
  }
}
