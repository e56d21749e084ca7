import CPostgres
import SQLCore

extension PostgresConnection {
  /// Whether there is a pooler that may assign a different server process to each transaction of
  /// the connection.
  ///
  /// This takes one roundtrip if there is only a proxy, or nothing, in front of the server. Poolers
  /// report process numbers of their own to clients; behind one, it takes another connection and a
  /// few more roundtrips.
  ///
  /// - Returns: True only if that is certain; the call does not wait for a pooler whose connections
  ///   are all in use.
  /// - Throws: `SQLError`.
  package func isPooledByTransactions() throws(SQLError) -> Bool {
    let first = try process(of: "SELECT pg_backend_pid()")
    guard let first, first != serverProcess else { return false }
    // While another client's transaction is open, it either occupies this client's process, which a
    // session pooler never allows, or this client is assigned a different one.
    for _ in 0..<Self.poolerAttempts {
      guard let other = try? PostgresOpening.open(settings) else { return false }
      defer { other.end() }
      guard let theirs = Self.processInTransaction(other) else { return false }
      // In that case there may be no other process for this client.
      if theirs == first { return true }
      if try process(of: "SELECT pg_backend_pid()") != first { return true }
    }
    return false
  }

  private static let poolerAttempts = 3
  /// How long the other connection waits for a server process, in milliseconds.
  private static let poolerPatience: Int32 = 2_000

  private func process(of query: String) throws(SQLError) -> Int32? {
    var process: Int32?
    try session.execute(query) { result in process = Self.process(in: result) ?? process }
    return process
  }

  private static func process(in result: OpaquePointer) -> Int32? {
    guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 else { return nil }
    return PQgetvalue(result, 0, 0).flatMap { Int32(String(cString: $0)) }
  }

  /// Begins a transaction that stays open until the link ends, and returns its process; nil if none
  /// is assigned in time.
  private static func processInTransaction(_ link: PostgresLink) -> Int32? {
    guard PQsendQuery(link.handle, "BEGIN; SELECT pg_backend_pid()") == 1, link.flush() else {
      return nil
    }
    var found: Int32?
    while true {
      while PQisBusy(link.handle) != 0 {
        let events = link.wait(.reading, milliseconds: poolerPatience)
        if events.isEmpty || PQconsumeInput(link.handle) == 0 { return nil }
      }
      guard let result = PQgetResult(link.handle) else { return found }
      found = process(in: result) ?? found
      PQclear(result)
    }
  }
}
