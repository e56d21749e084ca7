import PostgresDriver
import PostgresFormat
import SQLCore

extension PostgresFoundStore {
  /// Makes the indexes that a migration left out, and those again that were not finished.
  ///
  /// Where somebody else is at it, he does it.
  ///
  /// - Throws: `SwiftDataError` where the server makes none.
  func finishIndexes() throws {
    guard lacksIndexes, readOnlyReason == nil else { return }
    try reporting {
      let lock = "(\(PostgresStoreOpening.lockNumber), hashtext($1 || ' indexes'))"
      guard
        try connection.rows("SELECT pg_try_advisory_lock\(lock)", [.text(options.schema)])
          == [[.bool(true)]]
      else { return }
      defer {
        _ = try? connection.rows("SELECT pg_advisory_unlock\(lock)", [.text(options.schema)])
      }
      try connection.execute("SET statement_timeout = 0; SET lock_timeout = 0")
      defer { try? connection.execute("RESET statement_timeout; RESET lock_timeout") }
      try makeMissingIndexes()
      try connection.run(
        "DELETE FROM \(PostgresSystemTable.store.rawValue) WHERE name = 'indexes'")
    }
  }

  private func makeMissingIndexes() throws {
    let rows = try connection.rows(
      """
      SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
      """)
    var isValid: [String: Bool] = [:]
    for row in rows { isValid[row[0].text ?? ""] = row[1] == .bool(true) }
    for index in try PostgresSchemaStatements(layout).namedIndexes
    where isValid[index.name] != true {
      if isValid[index.name] == false {
        try connection.execute("DROP INDEX \(connection.dialect.quoted(index.name))")
      }
      try connection.execute(
        index.statement(concurrently: options.buildsIndexesConcurrently))
    }
  }
}
