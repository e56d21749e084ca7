import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

// The integers of keys that are UUIDs or texts.

extension [PostgresMappedTable] {
  /// Assigns key tables to tables whose keys are not integers, and to the columns that refer to them.
  mutating func findKeyTables(_ facts: [PostgresTableFacts]) {
    var known: [String: PostgresKeyTable] = [:]
    for (table, facts) in zip(self, facts) {
      guard let key = table.key, let column = facts.columns[key] else { continue }
      known[table.view] = PostgresKeyTable(of: table, key, column)
    }
    for index in indices {
      self[index].keys = known[self[index].view]
      for column in self[index].columns.indices {
        self[index].columns[column].keys = self[index].columns[column].target.flatMap { known[$0] }
      }
    }
  }

  /// Creates the key tables that do not exist, with the keys of all rows.
  ///
  /// Creating one needs the right to create schemas and to create triggers of the other program's
  /// table, which cannot be written meanwhile. Any user who can read the table of keys can open the
  /// store afterwards.
  ///
  /// - Returns: The sequences that generate integers, by view.
  /// - Throws: `SwiftDataError.storeCannotBeOpened` if the user lacks a right; `SQLError`.
  func makeKeyTables(
    _ connection: PostgresConnection, _ path: String
  ) throws -> [String: String] {
    var sequences: [String: String] = [:]
    for table in self {
      guard let keys = table.keys else { continue }
      do {
        if try !keys.exists(connection) {
          try connection.transaction { try keys.create(connection) }
        }
        let rows = try connection.rows(
          "SELECT pg_get_serial_sequence($1, 'id')", [.text(keys.name)])
        sequences[table.view] = rows.first?.first?.text
      } catch let error as SQLError where error.kind == .permissionDenied {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(table.title) has keys of the type \(keys.type), whose integers cannot be used: \(error.reason).",
          entity: table.entity, path: path,
          advice: "Open the store once as a user who owns \(table.schema).\(table.name) and can "
            + "create schemas, and grant USAGE on the schema \(PostgresKeyTable.schema) and SELECT, "
            + "INSERT, UPDATE and DELETE on its tables.", underlying: error)
      }
    }
    return sequences
  }
}

extension PostgresKeyTable {
  /// Whether the table exists, and triggers add the keys of new rows.
  fileprivate func exists(_ connection: PostgresConnection) throws(SQLError) -> Bool {
    let rows = try connection.rows(
      """
      SELECT to_regclass($1) IS NOT NULL AND count(*) = \(Self.triggers.count) FROM pg_trigger \
      WHERE tgrelid = to_regclass($2) AND tgenabled <> 'D' AND tgname::text = ANY ($3::text[])
      """,
      [.text(name), .text(table), .text("{\(Self.triggers.joined(separator: ","))}")])
    return rows.first?.first == .bool(true)
  }

  fileprivate func create(_ connection: PostgresConnection) throws {
    // Several programs may open the store for the first time at once.
    try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('\(Self.schema)', 0))")
    guard try !exists(connection) else { return }
    let schema = try connection.rows(
      "SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(Self.schema)])
    if schema.isEmpty { try connection.execute("CREATE SCHEMA \(Self.schema)") }
    try connection.execute(statements)
  }
}
