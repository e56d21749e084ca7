import CPostgres
import SQLCore

extension PostgresConnection {
  /// Whether a pooler in between gives each transaction of the connection a server's process of its own choice.
  ///
  /// One roundtrip where nothing, or nothing but a proxy, stands before the server. Behind a pooler, which gives its
  /// clients other numbers than those of the processes, it takes another connection and some roundtrips more.
  ///
  /// - Returns: Whether that is certain: a pooler whose connections are all in use is not waited for.
  /// - Throws: `SQLError`.
  package func isPooledByTransactions() throws(SQLError) -> Bool {
    let first = try process(of: "SELECT pg_backend_pid()")
    guard let first, first != serverProcess else { return false }
    // A transaction of somebody else either gets the process of this client, which a pooler of whole sessions never
    // does, or has this client get another one.
    for _ in 0..<Self.poolerAttempts {
      guard let other = try? PostgresOpening.open(settings, onNotice: nil) else { return false }
      defer { other.end() }
      guard let theirs = Self.processInTransaction(other) else { return false }
      // There may be no other process for this client then.
      if theirs == first { return true }
      if try process(of: "SELECT pg_backend_pid()") != first { return true }
    }
    return false
  }

  private static let poolerAttempts = 3
  /// How long another connection waits for a process of the server.
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

  /// The process of a transaction that stays open until the link ends; nil where none comes in time.
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
