import PostgresDriver
import PostgresFormat
import SQLCore

extension PostgresSource {
  /// Creates the indexes that a migration deferred, and recreates those that were not finished.
  ///
  /// If another process is creating them, this does nothing.
  ///
  /// - Throws: `SwiftDataError` if the server cannot create them.
  func finishIndexes() throws {
    guard readOnlyReason == nil, options.tables == nil else { return }
    guard lacksIndexes else { return try reporting { try makeOrderIndexes() } }
    try reporting { try makeAlone(makeMissingIndexes) }
  }

  /// Lets only one process create indexes, with a session-level lock because there is no
  /// transaction.
  private func makeAlone(_ body: () throws -> Void) throws {
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
    try body()
    try connection.run("DELETE FROM \(options.name(of: .store)) WHERE name = 'indexes'")
  }

  private func makeMissingIndexes() throws {
    let rows = try connection.rows(
      """
      SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
      """, [.text(options.schema)])
    var isValid: [String: Bool] = [:]
    for row in rows { isValid[row[0].text ?? ""] = row[1] == .bool(true) }
    for index in try PostgresSchemaStatements(layout).namedIndexes
    where isValid[index.name] != true {
      if isValid[index.name] == false {
        try connection.execute(index.removal(in: options.schema))
      }
      try connection.execute(
        index.statement(
          in: options.schema, concurrently: options.buildsIndexesConcurrently))
    }
  }

  /// Creates the indexes for sorting texts in a store of an older version of the library, which did
  /// not create them.
  ///
  /// A role that may change rows but not tables continues without them.
  private func makeOrderIndexes() throws {
    guard !connection.isInTransaction else { return }
    let missing = try missingOrderIndexes()
    guard !missing.isEmpty else { return }
    do {
      if options.buildsIndexesConcurrently, !options.settings.hasTransactionPooler {
        return try makeAlone(makeMissingIndexes)
      }
      try connection.transaction {
        try connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        // If several processes start at once, one creates the indexes and the others wait.
        _ = try connection.rows(
          "SELECT pg_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
          [.text(options.schema)])
        for index in try missingOrderIndexes() {
          try connection.execute(index.statement(in: options.schema, concurrently: false))
        }
      }
    } catch let error as SQLError where error.kind == .permissionDenied {}
  }

  private func missingOrderIndexes() throws -> [PostgresIndex] {
    let wanted = try PostgresSchemaStatements(layout).namedIndexes.filter(\.isOfNormalForms)
    guard !wanted.isEmpty else { return [] }
    let rows = try connection.rows(
      """
      SELECT relname::text FROM pg_class WHERE relkind IN ('i', 'I') \
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
      """, [.text(options.schema)])
    let names = Set(rows.compactMap(\.[0].text))
    return wanted.filter { !names.contains($0.name) }
  }
}
