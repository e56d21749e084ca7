import PostgresDriver
import PostgresFormat
import SQLCore

/// The numbers of a history's transactions: the server's transaction IDs plus an offset, which
/// keeps them increasing when a store moves to another server.
///
/// A server may assign lower numbers than the ones that consumers of the history have already read
/// up to: one that a store was moved to with `pg_dump`, that was reset to an earlier time, or that
/// has taken over. Such consumers would miss the transactions with those numbers. Therefore the
/// store records which server assigned its numbers (the cluster and its timeline) and an offset
/// that is added to the server's numbers. A process that finds the store on another server raises
/// the offset above all numbers that the former server can have assigned.
struct PostgresHistoryNumbers {
  private let options: PostgresStoreOptions
  private let connection: PostgresConnection

  init(_ options: PostgresStoreOptions, _ connection: PostgresConnection) {
    (self.options, self.connection) = (options, connection)
  }

  private var schema: String { options.schema }
  private var store: String { options.name(of: .store) }
  private var transactions: String { options.name(of: .transactions) }

  private static let serverFact = "history_server"
  private static let baseFact = "history_base"

  private static func fact(_ name: String, in schema: String) -> String {
    "(SELECT value FROM \(PostgresSystemTable.store.name(in: schema)) WHERE name = '\(name)')"
  }

  /// The offset that is added to the server's numbers.
  private static func base(in schema: String) -> String {
    "COALESCE(\(fact(baseFact, in: schema))::bigint, 0)"
  }

  /// The most by which a server's numbers may exceed the last one in the history: 2 to the power of
  /// 40, which takes three years at ten thousand transactions a second.
  private static let step: Int64 = 1 << 40

  /// The greatest number allowed in a history, far beyond all that servers can assign.
  private static let largest: Int64 = 1 << 62

  /// The server's cluster and timeline; NULL on a replica, which assigns no numbers.
  private static let server =
    """
    CASE WHEN NOT pg_is_in_recovery() THEN (SELECT system_identifier FROM pg_control_system())::text || '.' || \
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END
    """

  // Parts of statements, for a store in a schema.

  /// The number of the current transaction; evaluating it assigns one.
  static func current(in schema: String) -> String {
    "pg_current_xact_id()::text::bigint + \(base(in: schema))"
  }

  /// The number before which all transactions have ended.
  static func firstUnsettled(in schema: String) -> String {
    "pg_snapshot_xmin(pg_current_snapshot())::text::bigint + \(base(in: schema))"
  }

  /// The numbers that a transaction of the server may have in the history, where one of several
  /// offsets was added.
  ///
  /// - Parameters:
  ///   - number: The server's number, as a part of a statement.
  ///   - schema: The schema of the store.
  /// - Returns: A SELECT of the numbers, in parentheses.
  static func all(of number: String, in schema: String) -> String {
    "(SELECT \(number) + added FROM generate_series(0, \(base(in: schema)), \(step)) AS added)"
  }
}

extension PostgresHistoryNumbers {
  private struct Facts {
    /// The recorded server that assigned the store's numbers.
    var known: String?
    /// The server that the store is on now; nil for a server that does not identify itself.
    var server: String?
    var base: Int64
    /// The greatest number in the history, or among those deleted from it.
    var last: Int64
    /// The next number that the server will assign.
    var next: Int64

    /// Whether the numbers in the history were assigned by another server.
    var areOthers: Bool {
      // If a server does not identify itself, only the numbers show that another one assigned them.
      if let known, let server, known != server { return true }
      return last - base >= next
    }

    var isSettled: Bool { !areOthers && (server == nil || known == server) }
  }

  /// Reads which server assigned the numbers of the store, and which one the store is on; one
  /// roundtrip.
  ///
  /// - Returns: Nil on a replica, if there is no store (later statements report that), and if the
  ///   user may not read the store's history.
  private func facts() throws(SQLError) -> Facts? {
    do {
      return try facts(server: Self.server)
    } catch {
      guard !connection.isInTransaction else { throw error }
      switch error.kind {
      case .undefinedTable: return nil
      case .permissionDenied, .undefinedFunction: break
      default: throw error
      }
    }
    // Some servers may not let every user query their identity.
    do {
      return try facts(server: "NULL::text")
    } catch {
      guard error.kind == .permissionDenied else { throw error }
      return nil
    }
  }

  private func facts(server: String) throws(SQLError) -> Facts? {
    let rows = try connection.rows(
      """
      SELECT pg_is_in_recovery(), \(Self.fact(Self.serverFact, in: schema)), \(server), \
      \(Self.base(in: schema)), GREATEST((SELECT MAX(number) FROM \(transactions)), \
      (\(PostgresForgottenHistory.query(in: schema))), 0), \
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      """)
    guard let row = rows.first, row.count == 6, row[0] == .bool(false),
      case .integer(let base) = row[3], case .integer(let last) = row[4],
      case .integer(let next) = row[5]
    else { return nil }
    // No server has assigned so many numbers, and adding to greater ones would overflow.
    guard (0...Self.largest).contains(base), (0...Self.largest).contains(last) else {
      throw SQLError(
        kind: .other, code: 0,
        message: """
          the last transaction number of the history is \(last), and the number that is added to the server's is \
          \(base), but both must be between 0 and \(Self.largest)
          """)
    }
    return Facts(known: row[1].text, server: row[2].text, base: base, last: last, next: next)
  }

  /// Makes the numbers of the current server continue after those in the history.
  ///
  /// - Returns: Whether they do; false if the user may not write to the store, and therefore
  ///   creates no numbers.
  /// - Throws: `SQLError`, of kind `lockTimeout` if other transactions lock the store for long.
  @discardableResult
  func settle() throws(SQLError) -> Bool {
    guard let found = try facts(), !found.isSettled else { return true }
    // The query above showed whether the server identifies itself; here, a failure would abort the
    // transaction.
    let server = found.server == nil ? "NULL::text" : Self.server
    do {
      try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
        // A current writer may have the greatest number, so it is waited for; later writers see
        // what is written here. The commit does not wait for replicas, because a client that may
        // only read could not wait either. A replica that has a later save also has this change.
        try connection.execute(
          "SET LOCAL lock_timeout = 30000; SET LOCAL synchronous_commit = local")
        _ = try connection.rows(
          "SELECT pg_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
          [.text(options.schema)])
        try connection.execute("LOCK TABLE \(store) IN EXCLUSIVE MODE")
        guard let found = try facts(server: server), !found.isSettled else { return }
        var values: [(String, String)] = []
        if found.areOthers {
          let base = (max(found.last, found.base) / Self.step + 2) * Self.step
          values.append((Self.baseFact, "\(base)"))
          try goOn()
        }
        if let server = found.server { values.append((Self.serverFact, server)) }
        for (name, value) in values { try write(name, value) }
      }
      return true
    } catch let error as SQLError {
      guard error.kind == .permissionDenied || error.kind == .readOnly else { throw error }
      return false
    } catch {
      throw SQLError(kind: .misuse, code: 0, message: "\(error)")
    }
  }

  /// Advances the sequences, with a search path in which nobody can have placed functions.
  ///
  /// The surrounding transaction continues with its own path, because triggers of other programs
  /// may need it.
  private func goOn() throws(SQLError) {
    let path = try connection.rows("SELECT pg_catalog.current_setting('search_path')")
    try connection.execute("SET LOCAL search_path TO pg_catalog, pg_temp")
    try connection.execute(PostgresKeys.goingOn(in: schema))
    _ = try connection.rows(
      "SELECT pg_catalog.set_config('search_path', $1, true)", [path.first?.first ?? .null])
  }

  private func write(_ name: String, _ value: String) throws(SQLError) {
    try connection.run(
      """
      INSERT INTO \(store) (name, value) VALUES ($1, $2) \
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
      """, [.text(name), .text(value)])
  }
}

extension PostgresHistoryNumbers {
  /// The number before which all transactions have ended, as a part of statements, for users that
  /// may not write to the store.
  ///
  /// If the store is on another server and nobody has written to it there, all transactions in the
  /// history have ended.
  func firstUnsettledForReading() throws(SQLError) -> String {
    guard let found = try facts(), found.areOthers else {
      return Self.firstUnsettled(in: schema)
    }
    let known = found.known?.quoted(by: "'") ?? "NULL"
    return """
      CASE WHEN \(Self.fact(Self.serverFact, in: schema)) IS NOT DISTINCT FROM \(known) \
      THEN (SELECT MAX(number) + 1 FROM \(transactions)) ELSE \(Self.firstUnsettled(in: schema)) END
      """
  }
}

extension PostgresSource {
  /// Makes the numbers of the server continue after those in the history.
  ///
  /// - Returns: The number before which all transactions have ended, as a part of statements.
  func settleHistoryNumbers() throws -> String {
    let firstUnsettled = PostgresHistoryNumbers.firstUnsettled(in: options.schema)
    guard options.mapping == nil else { return firstUnsettled }
    let numbers = PostgresHistoryNumbers(options, connection)
    return try reporting {
      guard options.allowsSave, try numbers.settle() else {
        return try numbers.firstUnsettledForReading()
      }
      return firstUnsettled
    }
  }
}
