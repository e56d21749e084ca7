import PostgresDriver
import PostgresFormat
import SQLCore

/// The numbers of a history's transactions: the server's, which begin anew where a store goes on in another one.
///
/// A server that a store was moved to by `pg_dump`, that was set back to an earlier time, or that has taken over, gives
/// numbers that are less than ones somebody has read up to, who would never hear of what has them. So the store says
/// which server gave its numbers (the cluster and its timeline), and a number that is added to those of the server; who
/// finds the store elsewhere makes the latter greater than all that the former one can have given.
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

  /// What is added to the server's numbers.
  private static func base(in schema: String) -> String {
    "COALESCE(\(fact(baseFact, in: schema))::bigint, 0)"
  }

  /// By how much numbers of one server may at most be greater than the last that the history has: 2 to the power of 40,
  /// for which a server that makes ten thousand transactions a second takes three years.
  private static let step: Int64 = 1 << 40

  /// The greatest number of a history, far beyond all that servers can give.
  private static let largest: Int64 = 1 << 62

  /// Of the server, its cluster and timeline; NULL on a replica, which gives no numbers.
  private static let server =
    """
    CASE WHEN NOT pg_is_in_recovery() THEN (SELECT system_identifier FROM pg_control_system())::text || '.' || \
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END
    """

  // As parts of statements, for a store in a schema.

  /// The number of the transaction that is under way, which gets one by that.
  static func current(in schema: String) -> String {
    "pg_current_xact_id()::text::bigint + \(base(in: schema))"
  }

  /// The number before which all transactions have ended.
  static func firstUnsettled(in schema: String) -> String {
    "pg_snapshot_xmin(pg_current_snapshot())::text::bigint + \(base(in: schema))"
  }

  /// The numbers that a transaction of the server may have in the history, of which one has been added to it since.
  ///
  /// - Parameters:
  ///   - number: The server's number, as a part of a statement.
  ///   - schema: The schema of the store.
  /// - Returns: A SELECT of them, in parentheses.
  static func all(of number: String, in schema: String) -> String {
    "(SELECT \(number) + added FROM generate_series(0, \(base(in: schema)), \(step)) AS added)"
  }
}

extension PostgresHistoryNumbers {
  private struct Facts {
    /// What the store says of the server that gave its numbers.
    var known: String?
    /// The server that it is in; nil for one that tells nothing of itself.
    var server: String?
    var base: Int64
    /// The greatest number of the history, or of what was taken from it.
    var last: Int64
    /// The next number of the server.
    var next: Int64

    /// Whether numbers of the history are not those of the server.
    var areOthers: Bool {
      // A server that does not tell which it is shows by numbers alone that these were given by another.
      if let known, let server, known != server { return true }
      return last - base >= next
    }

    var isSettled: Bool { !areOthers && (server == nil || known == server) }
  }

  /// Reads which server gave the numbers of the store, and which it is in; one roundtrip.
  ///
  /// - Returns: Nil on a replica, where there is no store, which whoever uses it is told, and for who may not read of its
  ///   history.
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
    // There may be servers that do not let everybody ask.
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
    // No server has given so many numbers, and adding to greater ones would overflow.
    guard (0...Self.largest).contains(base), (0...Self.largest).contains(last) else {
      throw SQLError(
        kind: .other, code: 0,
        message: """
          the history has a transaction \(last) and the number \(base) that is added to those of the server, of which \
          neither can be more than \(Self.largest)
          """)
    }
    return Facts(known: row[1].text, server: row[2].text, base: base, last: last, next: next)
  }

  /// Sees to it that the numbers of the server the store is in follow on those that its history has.
  ///
  /// - Returns: Whether they do; not for who may not write in the store, and so gives no numbers.
  /// - Throws: `SQLError`, of kind `lockTimeout` where others keep the store for long.
  @discardableResult
  func settle() throws(SQLError) -> Bool {
    guard let found = try facts(), !found.isSettled else { return true }
    // Whether it tells of itself is known now, where no failure ends a transaction.
    let server = found.server == nil ? "NULL::text" : Self.server
    do {
      try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
        // Who writes has a number that may be the greatest, and who comes later sees what is written here. No replica
        // is waited for, as whoever only reads could not either: one that has a later save has this.
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

  /// Has the sequences go on, with a path in which nobody can have put functions of his own.
  ///
  /// What is under way around this goes on with its own path, as triggers of other programs want it.
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
  /// The number before which all transactions have ended, as a part of statements, for who may not write in the store.
  ///
  /// Where it is in another server, and nobody has written there yet, that are all that there are.
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

extension PostgresFoundStore {
  /// Has the numbers of the server follow on those of the history.
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
