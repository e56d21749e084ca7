import PostgresDriver
import PostgresFormat
import PredicateSQL
import RecordStore
import SQLCore
import SwiftDataErrors
import TextSearch

/// Updates the full-text indexes of a store, and the functions that they use.
struct PostgresTextIndexes {
  private let options: PostgresStoreOptions
  private let connection: PostgresConnection
  private var functions: PostgresTextFunctions { PostgresTextFunctions(schema: options.schema) }

  /// The indexes, functions and dictionaries that a store has.
  private struct Found {
    /// The comments of the indexes, by their names; an invalid index has the comment "".
    var indexes: [String: String] = [:]
    /// The sources of the functions, by their names.
    var functions: [String: String] = [:]
    var hasDictionary = false

    /// Whether there is nothing.
    var isEmpty: Bool { indexes.isEmpty && functions.isEmpty && !hasDictionary }
  }

  init(_ options: PostgresStoreOptions, _ connection: PostgresConnection) {
    (self.options, self.connection) = (options, connection)
  }

  private func found() throws(SQLError) -> Found {
    let rows = try connection.rows(
      """
      WITH place AS (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1) \
      SELECT 'index', c.relname::text, CASE WHEN i.indisvalid THEN d.description ELSE '' END \
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid \
      JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 \
      AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass \
      WHERE c.relnamespace = (SELECT oid FROM place) AND starts_with(d.description, $2) \
      UNION ALL SELECT 'function', p.proname::text, p.prosrc FROM pg_catalog.pg_proc p \
      WHERE p.pronamespace = (SELECT oid FROM place) AND starts_with(p.proname::text, $3) \
      UNION ALL SELECT 'dictionary', t.dictname::text, '' FROM pg_catalog.pg_ts_dict t \
      WHERE t.dictnamespace = (SELECT oid FROM place) AND t.dictname = $4
      """,
      [
        .text(options.schema), .text(PostgresTextIndex.commentPrefix),
        .text("openswiftdata_text_"), .text(TextFunctions.dictionary),
      ])
    var found = Found()
    for row in rows {
      guard let name = row[1].text, let text = row[2].text else { continue }
      switch row[0].text {
      case "index": found.indexes[name] = text
      case "function": found.functions[name] = text
      default: found.hasDictionary = true
      }
    }
    return found
  }

  /// Creates and drops indexes, so that exactly the wanted ones exist.
  ///
  /// - Parameters:
  ///   - wanted: The indexes.
  ///   - digest: The digest of the expected schema; a store that another program has migrated since
  ///     is left alone.
  /// - Returns: The indexes that can be used.
  /// - Throws: `SwiftDataError.unsupportedModel` if the server or the role's rights do not allow an
  ///   index; `SQLError`.
  func settle(_ wanted: [PostgresTextIndex], storeOf digest: String) throws -> [PostgresTextIndex] {
    let found = try found()
    if !options.allowsSave { return usable(wanted, found) }
    guard !isSettled(wanted, found) else { return wanted }
    do {
      return try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
        try connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        // If several processes start at once, one creates the indexes and the others wait. Writers
        // wait too: a transaction that has changed some of the tables could otherwise wait for the
        // rest, and deadlock.
        _ = try connection.rows(
          "SELECT pg_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
          [.text(options.schema)])
        try connection.execute("LOCK TABLE \(options.name(of: .store)) IN EXCLUSIVE MODE")
        guard try connection.rows(options.readDigest).first?.first == .text(digest) else {
          return []
        }
        try mend(wanted)
        return wanted
      }
    } catch let error as SQLError where error.kind == .permissionDenied {
      throw refusal(
        "The database user may not create the full-text indexes: \(error.reason).",
        "Open the store once as the owner of its tables, or grant this user CREATE on the schema "
          + "and the role of the owner.", error)
    }
  }

  /// Drops all indexes before a migration, which may change what they contain.
  func drop() throws(SQLError) {
    for name in try found().indexes.keys.sorted() {
      try connection.execute(PostgresTextIndex.removal(of: name, in: options.schema))
    }
  }

  private func isRight(_ found: Found) -> Bool {
    found.hasDictionary && functions.all.allSatisfy { found.functions[$0.name] == $0.source }
      && found.functions.count == functions.all.count
  }

  private func usable(_ wanted: [PostgresTextIndex], _ found: Found) -> [PostgresTextIndex] {
    isRight(found) ? wanted.filter { found.indexes[$0.name] == $0.comment } : []
  }

  private func isSettled(_ wanted: [PostgresTextIndex], _ found: Found) -> Bool {
    if wanted.isEmpty { return found.isEmpty }
    return usable(wanted, found).count == wanted.count && found.indexes.count == wanted.count
  }

  private func mend(_ wanted: [PostgresTextIndex]) throws {
    // Another program may have done it meanwhile.
    var found = try found()
    if wanted.isEmpty || !isRight(found) {
      for statement in functions.removals { try connection.execute(statement) }
      // Indexes without functions, for example of another version of the library.
      for name in found.indexes.keys.sorted() {
        try connection.execute(PostgresTextIndex.removal(of: name, in: options.schema))
      }
      guard !wanted.isEmpty else { return }
      found = Found()
      try connection.execute(functions.dictionary)
      for function in functions.all { try connection.execute(function.creation) }
    }
    let kept = usable(wanted, try self.found())
    for name in found.indexes.keys.sorted() where !kept.contains(where: { $0.name == name }) {
      try connection.execute(PostgresTextIndex.removal(of: name, in: options.schema))
    }
    let missing = wanted.filter { !kept.contains($0) }
    let trigrams = missing.contains { $0.tokenizer == .substrings } ? try trigramSchema() : ""
    for statement in missing.flatMap({ $0.creation(in: options.schema, trigrams: trigrams) }) {
      try connection.execute(statement)
    }
  }

  /// The schema of the extension `pg_trgm`, which is created if it is missing.
  private func trigramSchema() throws -> String {
    let query = """
      SELECT n.nspname::text FROM pg_catalog.pg_extension e \
      JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'
      """
    if let known = try connection.rows(query).first?.first?.text { return known }
    do {
      try connection.savepoint {
        // Not in the schema of this store: others in the database use the same extension.
        try connection.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public")
      }
    } catch let error as SQLError where !error.isLossOfServer {
      throw refusal(
        "A full-text index of substrings needs the PostgreSQL extension pg_trgm, which cannot be "
          + "created: \(error.reason).",
        "Have an administrator install it on the server and run CREATE EXTENSION pg_trgm in the "
          + "database, or use the tokenizer .words.", error)
    }
    return try connection.rows(query).first?.first?.text ?? "public"
  }

  private func refusal(
    _ message: String, _ advice: String, _ error: SQLError
  ) -> SwiftDataError {
    SwiftDataError.unsupportedModel.explained(
      message, path: options.place, advice: advice, underlying: error)
  }
}

extension PostgresStore: TextIndexedRows {
  package func keepTextIndexes(_ wanted: [WantedTextIndex]) throws -> [ResolvedTextIndex?] {
    let functions = TextFunctions(schema: options.schema)
    let indexes = wanted.map { PostgresTextIndex($0, functions) }
    let session = try checkOut(observers: nil)
    defer { checkIn(session) }
    let usable = try options.reporting { () throws -> [PostgresTextIndex] in
      func settle(_ connection: PostgresConnection) throws -> [PostgresTextIndex] {
        try PostgresTextIndexes(options, connection).settle(indexes, storeOf: digest)
      }
      if let session = session as? PostgresSessionConnection { return try session.with(settle) }
      guard let connection = session as? PostgresConnection else { return [] }
      return try settle(connection)
    }
    return zip(wanted, indexes).map { wanted, index in
      guard usable.contains(index) else { return nil }
      return ResolvedTextIndex(
        .functions(functions), columns: wanted.columns, tokenizer: wanted.tokenizer)
    }
  }
}
