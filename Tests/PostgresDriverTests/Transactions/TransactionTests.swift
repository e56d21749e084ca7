import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Transactions", .needsPostgres)
struct TransactionTests {
  private let connection: PostgresConnection
  private let other: PostgresConnection
  private let table: String

  init() throws {
    connection = try TestConnection.open()
    other = try TestConnection.open()
    table = "transactions_\(connection.serverProcess)"
    try connection.execute(
      "DROP TABLE IF EXISTS \(table); CREATE TABLE \(table) (id int8 PRIMARY KEY, n int8)")
    try connection.execute("INSERT INTO \(table) VALUES (1, 0), (2, 0)")
  }

  private struct GivenUp: Error {}

  @Test func transactionsAreAllOrNothing() throws {
    #expect(throws: GivenUp.self) {
      try connection.transaction(PostgresTransactionOptions()) {
        try connection.run("DELETE FROM \(table)")
        throw GivenUp()
      }
    }
    #expect(try connection.rows("SELECT count(*) FROM \(table)") == [[.integer(2)]])
  }

  @Test func nestedTransactionsRollBackSeparately() throws {
    try connection.transaction(PostgresTransactionOptions()) {
      #expect(throws: SQLError.self) {
        try connection.transaction(PostgresTransactionOptions()) {
          try connection.run("INSERT INTO \(table) VALUES (3, 0)")
          try connection.run("INSERT INTO \(table) VALUES (1, 0)")
        }
      }
      _ = try connection.savepoint { try connection.run("INSERT INTO \(table) VALUES (4, 0)") }
      // Also through the shared protocol.
      _ = try connection.transaction { try connection.run("INSERT INTO \(table) VALUES (5, 0)") }
    }
    #expect(
      try connection.rows("SELECT id FROM \(table) ORDER BY id")
        == [1, 2, 4, 5].map { [.integer($0)] })
  }

  @Test(arguments: PostgresTransactionOptions.Isolation.allCases)
  func isolationDeterminesWhatIsSeen(isolation: PostgresTransactionOptions.Isolation) throws {
    let options = PostgresTransactionOptions(isolation, isReadOnly: true)
    let seen = try connection.transaction(options) {
      let level = try connection.rows("SHOW transaction_isolation")
      #expect(level == [[.text(isolation.rawValue.lowercased())]])
      _ = try connection.rows("SELECT * FROM \(table)")
      try other.run("INSERT INTO \(table) VALUES (3, 0)")
      let error = TestConnection.error {
        _ = try connection.savepoint { try connection.run("DELETE FROM \(table)") }
      }
      #expect(error?.kind == .readOnly)
      return try connection.rows("SELECT count(*) FROM \(table)")
    }
    #expect(seen == [[.integer(isolation == .readCommitted ? 3 : 2)]])
  }

  @Test func conflictingTransactionsFailToSerialize() throws {
    let options = PostgresTransactionOptions(.repeatableRead)
    let error = TestConnection.error {
      try connection.transaction(options) {
        _ = try connection.rows("SELECT * FROM \(table)")
        try other.run("UPDATE \(table) SET n = 5 WHERE id = 1")
        try connection.run("UPDATE \(table) SET n = n + 1 WHERE id = 1")
      }
    }
    #expect(error?.kind == .serializationFailure)
  }

  @Test func deadlocksAreReported() async throws {
    let (connection, other, table) = (Confined(connection), Confined(other), table)
    try connection.value.execute("BEGIN; SET LOCAL deadlock_timeout = 100")
    try other.value.execute("BEGIN; SET LOCAL deadlock_timeout = 100")
    try connection.value.run("UPDATE \(table) SET n = 1 WHERE id = 1")
    try other.value.run("UPDATE \(table) SET n = 1 WHERE id = 2")
    // Each waits for the other, one of them on a separate thread.
    let errors = Collected<SQLError?>()
    let thread = Thread {
      errors.append(
        other.value.failure("UPDATE \(table) SET n = 2 WHERE id = 1"))
      try? other.value.execute("ROLLBACK")
    }
    thread.start()
    let own = connection.value.failure("UPDATE \(table) SET n = 2 WHERE id = 2")
    try connection.value.execute("ROLLBACK")
    while !thread.isFinished { try await Task.sleep(for: .milliseconds(5)) }
    let kinds = (errors.values + [own]).compactMap { $0?.kind }
    #expect(kinds == [.deadlock])
  }

  @Test func transactionOutcomesAreKnownAfterwards() throws {
    let applied = try connection.transaction(PostgresTransactionOptions()) {
      try connection.notifyAtCommit("outcomes", "")
    }
    #expect(try other.outcome(of: applied) == .applied)
    var undone: PostgresTransactionID?
    #expect(throws: GivenUp.self) {
      try connection.transaction(PostgresTransactionOptions()) {
        undone = try connection.notifyAtCommit("outcomes", "")
        let running = try #require(undone)
        #expect(try other.outcome(of: running, waiting: .milliseconds(50)) == .running)
        throw GivenUp()
      }
    }
    #expect(try other.outcome(of: try #require(undone)) == .notApplied)
    var future = applied
    future.number += 1_000_000
    #expect(try other.outcome(of: future) == .unknown)
    let outside = TestConnection.error { _ = try connection.notifyAtCommit("outcomes", "") }
    #expect(outside?.kind == .misuse)
  }
}

extension PostgresConnection {
  /// The error of a statement, if it fails.
  fileprivate func failure(_ text: String) -> SQLError? {
    do throws(SQLError) {
      try run(text)
      return nil
    } catch {
      return error
    }
  }
}

/// Carries a value that one thread at a time uses.
private struct Confined: @unchecked Sendable {
  // `@unchecked`: each of two threads uses one of two connections.
  let value: PostgresConnection
  init(_ value: PostgresConnection) { self.value = value }
}
