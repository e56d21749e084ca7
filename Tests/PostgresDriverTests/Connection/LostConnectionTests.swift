import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Lost connections", .needsPostgres)
struct LostConnectionTests {
  /// The operation during which the connection is lost, and the expected error.
  enum Moment: CaseIterable {
    case idleReading, idleWriting, begin, reading, writing, commit, rollback
    case preparing, streaming, script
  }

  private func lose(_ connection: PostgresConnection, _ moment: Moment, _ end: () throws -> Void)
    throws -> SQLError?
  {
    _ = try connection.rows("SELECT 1 AS known")
    let insert = try connection.statement("INSERT INTO lost VALUES ($1)")
    insert.bind(1 as Int64, 1)
    defer { insert.reset() }
    switch moment {
    case .idleReading, .idleWriting, .begin, .preparing, .streaming, .script: break
    default: try connection.execute("BEGIN; INSERT INTO lost VALUES (0)")
    }
    let stream = try connection.statement("SELECT generate_series(1, 10000000)")
    if moment == .streaming {
      stream.rowsAtOnce = 1
      _ = try stream.step()
    }
    try end()
    return TestConnection.error {
      switch moment {
      case .idleReading, .reading: _ = try connection.rows("SELECT 1 AS known")
      case .idleWriting, .writing: _ = try insert.step()
      case .begin: try connection.run("BEGIN")
      case .commit: try connection.run("COMMIT")
      case .rollback: try connection.run("ROLLBACK")
      case .preparing: _ = try connection.statement("SELECT 2 AS new")
      case .streaming: while try stream.step() {}
      case .script: try connection.execute("SELECT 1; INSERT INTO lost VALUES (3)")
      }
    }
  }

  /// A connection that was lost in a transaction has no transaction any more, which is not a
  /// programming error.
  @Test func notificationsOfLostConnectionsAreNotMisuse() throws {
    let connection = try TestConnection.open()
    let early = TestConnection.error { _ = try connection.notifyAtCommit("channel", "text") }
    #expect(early?.kind == .misuse)
    try connection.execute("BEGIN")
    try TestConnection.terminate(connection)
    _ = TestConnection.error { _ = try connection.rows("SELECT 1") }
    let notice = TestConnection.error { _ = try connection.notifyAtCommit("channel", "text") }
    #expect(notice?.kind == .connectionLost)
  }

  private func expected(_ moment: Moment) -> Set<SQLError.Kind> {
    switch moment {
    case .commit, .idleWriting, .script: [.outcomeUnknown]
    default: [.connectionLost, .shutdown]
    }
  }

  @Test(arguments: Moment.allCases)
  func terminatedConnectionsAreReported(moment: Moment) throws {
    let connection = try TestConnection.open()
    try connection.execute("CREATE TEMP TABLE lost (id int8)")
    let error = try lose(connection, moment) { try TestConnection.terminate(connection) }
    #expect(
      error.map { expected(moment).contains($0.kind) } == true, "\(String(describing: error))")
    #expect(!connection.isOpen)
    #expect(TestConnection.error { try connection.run("SELECT 1") }?.kind == .connectionLost)
  }

  /// One server for all cases, restarted for each.
  @Test func stoppedServersAreReported() throws {
    let server = try PostgresServer([])
    for (number, moment) in Moment.allCases.enumerated() {
      let mode = number.isMultiple(of: 2) ? "immediate" : "fast"
      let connection = try PostgresConnection(PostgresSettings(server.address()))
      try connection.execute("CREATE TABLE IF NOT EXISTS lost (id int8)")
      let error = try lose(connection, moment) { try server.stop(mode) }
      #expect(
        error.map { expected(moment).contains($0.kind) } == true,
        "\(moment) \(mode): \(String(describing: error))")
      #expect(!connection.isOpen)
      let refused = TestConnection.error {
        _ = try PostgresConnection(PostgresSettings(server.address()))
      }
      #expect(refused?.kind == .cannotOpen)
      try server.start()
    }
  }

  /// A crashed server may reuse the number of a lost transaction.
  @Test func lostTransactionsAreNotReportedAsApplied() throws {
    let server = try PostgresServer([])
    let first = try PostgresConnection(PostgresSettings(server.address()))
    try first.execute("CREATE TABLE lost (id int8)")
    let applied = try first.transaction(PostgresTransactionOptions()) {
      try first.run("INSERT INTO lost VALUES (76)")
      return try first.notifyAtCommit("outcomes", "")
    }
    try first.execute("BEGIN; INSERT INTO lost VALUES (77)")
    let lost = try first.notifyAtCommit("outcomes", "")
    try server.stop("immediate")
    #expect(TestConnection.error { try first.run("COMMIT") }?.kind == .outcomeUnknown)
    try server.start()
    let second = try PostgresConnection(PostgresSettings(server.address()))
    #expect(try second.outcome(of: lost) == .notApplied)
    #expect(try second.outcome(of: applied) == .unknown)
    for _ in 0..<5 { try second.run("INSERT INTO lost VALUES (78)") }
    #expect(try second.outcome(of: lost) != .applied)
    #expect(try second.rows("SELECT * FROM lost WHERE id = 77").isEmpty)
    // A server that was shut down properly knows the outcome of its transactions.
    let known = try second.transaction(PostgresTransactionOptions()) {
      try second.run("INSERT INTO lost VALUES (79)")
      return try second.notifyAtCommit("outcomes", "")
    }
    try server.stop("fast")
    try server.start()
    let third = try PostgresConnection(PostgresSettings(server.address()))
    #expect(try third.outcome(of: known) == .applied)
  }

  @Test func connectionsLostDuringAStatementAreReported() throws {
    let connection = try TestConnection.open()
    let process = Int64(connection.serverProcess)
    let thread = Thread {
      guard let other = try? TestConnection.open() else { return }
      let query =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND state = 'active'"
      while (try? other.rows(query, [.integer(process)]))?.isEmpty == true {}
    }
    thread.start()
    let error = TestConnection.error { try connection.run("SELECT pg_sleep(100)") }
    #expect(error?.kind == .shutdown)
    #expect(error?.details?.state == "57P01")
    #expect(!connection.isOpen)
  }
}
