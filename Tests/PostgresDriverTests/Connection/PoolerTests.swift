import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

extension Trait where Self == ConditionTrait {
  /// Skips a suite if pgbouncer is not installed.
  fileprivate static var needsPooler: Self {
    .enabled("pgbouncer is not installed") {
      try PostgresServer.isInstalled && PostgresServer.shared.hasPooler
    }
  }
}

/// pgbouncer assigns each transaction one of two server connections, so tests that occupy one are
/// serialized.
@Suite("Connections through a pooler", .needsPooler, .serialized)
struct PoolerTests {
  private func open(
    _ statements: PostgresSettings.Statements
  ) throws -> PostgresConnection {
    let server = try PostgresServer.shared
    var settings = PostgresSettings(
      server.address(port: try server.pooler("transaction")), hasTransactionPooler: true)
    settings.statements = statements
    return try PostgresConnection(settings)
  }

  static let modes: [PostgresSettings.Statements] = [.unnamed, .off, .named(limit: 50)]

  /// The clients' statements share two server connections, on which other clients use the same
  /// names for other texts.
  @Test(arguments: modes)
  func clientsShareServers(statements: PostgresSettings.Statements) throws {
    let clients = try (0..<6).map { _ in try open(statements) }
    for round in 0..<30 {
      for (number, client) in clients.enumerated() {
        let value = Int64(round * 10 + number)
        let text = "SELECT $1::int8 + \(round % 5)"
        let rows = try client.rows(text, [.integer(value)])
        #expect(rows == [[.integer(value + Int64(round % 5))]])
      }
    }
    // Clients that occupy one server connection force the others onto the other one.
    try clients[0].execute("BEGIN")
    for client in clients[1...] {
      #expect(try client.rows("SELECT $1::int8 * 7", [.integer(6)]) == [[.integer(42)]])
    }
    #expect(try clients[0].rows("SELECT 1") == [[.integer(1)]])
    try clients[0].execute("COMMIT")
  }

  @Test func timeoutsApplyOnlyToTransactions() throws {
    let server = try PostgresServer.shared
    var settings = PostgresSettings(
      server.address(port: try server.pooler("transaction")), hasTransactionPooler: true)
    settings.statementTimeout = .milliseconds(60)
    settings.lockTimeout = .seconds(3)
    let connection = try PostgresConnection(settings)
    let query = "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"
    for _ in 0..<2 {
      #expect(
        try connection.transaction { try connection.rows(query) } == [[.text("60ms"), .text("3s")]])
      let own = try connection.transaction(PostgresTransactionOptions(.serializable)) {
        try connection.rows(query)
      }
      #expect(own == [[.text("60ms"), .text("3s")]])
      #expect(try connection.rows(query) == [[.text("0"), .text("0")]])
    }
    let error = TestConnection.error {
      try connection.transaction { _ = try connection.run("SELECT pg_sleep(10)") }
    }
    #expect(error?.kind == .statementTimeout)
  }

  @Test func rowsAreStreamed() throws {
    let connection = try open(.unnamed)
    let statement = try connection.statement("SELECT generate_series(1, 5000)")
    statement.rowsAtOnce = 1
    var sum: Int64 = 0
    while let key = try statement.nextKey() { sum += key }
    statement.reset()
    #expect(sum == 12_502_500)
  }

  /// A connection through a transaction pooler is detected, whether or not others use the pooler.
  @Test func transactionPoolersAreDetected() throws {
    let server = try PostgresServer.shared
    func isPooled(_ port: Int) throws -> Bool {
      let connection = try PostgresConnection(PostgresSettings(server.address(port: port)))
      defer { connection.end() }
      return try connection.isPooledByTransactions()
    }
    #expect(try !isPooled(server.port))
    #expect(try !isPooled(server.pooler("session")))
    let port = try server.pooler("transaction")
    #expect(try isPooled(port))
    let other = try open(.unnamed)
    try other.execute("BEGIN")
    #expect(try isPooled(port))
    try other.execute("ROLLBACK")
  }
}
