import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Prepared statements", .needsPostgres)
struct StatementCacheTests {
  private func preparedCount(_ connection: PostgresConnection) throws -> Int {
    let count = try connection.statement("SELECT count(*) FROM pg_prepared_statements")
    defer { count.reset() }
    #expect(try count.step())
    return Int(count.int64(0))
  }

  /// Drops all prepared statements without reporting it to the client.
  private static let forgetting = "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$"

  @Test func statementsAreKeptUpToALimit() throws {
    let connection = try TestConnection.open { $0.statements = .named(limit: 5) }
    for number in 0..<30 {
      #expect(try connection.rows("SELECT \(number)") == [[.integer(Int64(number))]])
    }
    #expect(try preparedCount(connection) <= 6)
    // The last statement is still prepared, the first one is not.
    let described = connection.describedStatementCount
    _ = try connection.rows("SELECT 29")
    #expect(connection.describedStatementCount == described)
    _ = try connection.rows("SELECT 0")
    #expect(connection.describedStatementCount == described + 1)
  }

  @Test func statementsAreForgottenAfterTheTransaction() throws {
    let connection = try TestConnection.open { $0.statements = .named(limit: 2) }
    try connection.transaction {
      for number in 0..<10 { _ = try connection.rows("SELECT \(number)") }
    }
    _ = try connection.rows("SELECT 100")
    #expect(try preparedCount(connection) <= 4)
  }

  /// Evicted statements remain on the server until a transaction ends and they are dropped.
  @Test func evictedStatementsAreReusedUntilForgotten() throws {
    let connection = try TestConnection.open { $0.statements = .named(limit: 2) }
    for _ in 0..<3 {
      try connection.transaction {
        for number in [1, 2, 3, 4, 1, 2, 5, 5, 1, 4] {
          let rows = try connection.rows("SELECT \(number)")
          #expect(rows == [[.integer(Int64(number))]])
        }
      }
      let rows = try connection.transaction { try connection.rows("SELECT 3") }
      #expect(rows == [[.integer(3)]])
    }
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    #expect(try preparedCount(connection) <= 4)
  }

  /// Statements that run only within transactions are dropped between them.
  @Test func statementsAreForgottenBetweenTransactions() throws {
    let connection = try TestConnection.open { $0.statements = .named(limit: 2) }
    for number in 0..<20 {
      try connection.transaction { _ = try connection.rows("SELECT \(number)") }
    }
    let count = try connection.transaction { try preparedCount(connection) }
    #expect(count <= 4)
  }

  @Test(arguments: [PostgresSettings.Statements.unnamed, .off])
  func unnamedStatementsAreNotKept(statements: PostgresSettings.Statements) throws {
    let connection = try TestConnection.open { $0.statements = statements }
    for _ in 0..<3 { #expect(try connection.rows("SELECT 1") == [[.integer(1)]]) }
    #expect(try preparedCount(connection) == 0)
    #expect(connection.describedStatementCount == (statements == .off ? 4 : 2))
  }

  @Test(arguments: ["DEALLOCATE ALL", "DISCARD ALL"])
  func forgottenStatementsArePreparedAgain(text: String) throws {
    let connection = try TestConnection.open()
    let statement = try connection.statement("SELECT $1::int4 + 1")
    for isOwn in [true, false] {
      if isOwn {
        try connection.execute(text)
      } else {
        // The driver does not learn of this.
        _ = try connection.rows("SELECT 1")
        try connection.execute(Self.forgetting)
      }
      statement.bind(4 as Int64, 1)
      #expect(try statement.step())
      #expect(statement.int64(0) == 5)
      statement.reset()
    }
    // In a new transaction the first statement still succeeds.
    try connection.run(text)
    #expect(try connection.transaction { try connection.rows("SELECT 1") } == [[.integer(1)]])
  }

  @Test func statementsLostInATransactionEndIt() throws {
    let connection = try TestConnection.open()
    _ = try connection.rows("SELECT 1")
    let error = TestConnection.error {
      try connection.transaction {
        try connection.execute(Self.forgetting)
        _ = try connection.rows("SELECT 1")
      }
    }
    #expect(error?.kind == .statementIsGone)
    #expect(!connection.isInTransaction)
    #expect(try connection.transaction { try connection.rows("SELECT 1") } == [[.integer(1)]])
  }

  @Test func existingStatementsAreReused() throws {
    let connection = try TestConnection.open()
    let text = "SELECT 41 + $1::int4"
    let name = PreparedText(text).name
    try connection.execute("PREPARE \"\(name)\" AS \(text)")
    #expect(try connection.rows(text, [.integer(1)]) == [[.integer(42)]])
  }

  @Test func statementsArePreparedAgainAfterTableChanges() throws {
    let connection = try TestConnection.open()
    try connection.execute("CREATE TEMP TABLE t (a int4); INSERT INTO t VALUES (1)")
    #expect(try connection.rows("SELECT * FROM t") == [[.integer(1)]])
    try connection.execute("ALTER TABLE t ADD b text DEFAULT 'x'")
    #expect(try connection.rows("SELECT * FROM t") == [[.integer(1), .text("x")]])
    try connection.execute("ALTER TABLE t ALTER a TYPE text USING a::text")
    #expect(try connection.rows("SELECT * FROM t") == [[.text("1"), .text("x")]])
  }

  @Test func statementsCanBeUsedTwiceAtOnce() throws {
    let connection = try TestConnection.open()
    let first = try connection.statement("SELECT generate_series(1, 3)")
    let second = try connection.statement("SELECT generate_series(1, 3)")
    #expect(first !== second)
    #expect(try first.step())
    #expect(try second.step())
    #expect(try first.step())
    #expect(first.int64(0) == 2)
    #expect(second.int64(0) == 1)
    first.reset()
    second.reset()
    #expect(try connection.statement("SELECT generate_series(1, 3)") === first)
  }

  @Test func statementNamesComeFromTheirTexts() {
    let name = PreparedText("SELECT $1").name
    #expect(name == PreparedText("SELECT $1").name)
    #expect(name != PreparedText("SELECT $2").name)
    #expect(name != PreparedText("SELECT $1", types: [.int8]).name)
    // A name is an identifier of at most 63 bytes.
    #expect(PreparedText(String(repeating: "x", count: 9999)).name.utf8.count < 63)
  }

  /// A prepared statement that is outdated after a table change also fails within a transaction.
  @Test func outdatedStatementsEndATransactionOnce() throws {
    let connection = try TestConnection.open()
    try connection.execute("CREATE TEMP TABLE t (a int4); INSERT INTO t VALUES (1)")
    #expect(try connection.rows("SELECT * FROM t") == [[.integer(1)]])
    try connection.execute("ALTER TABLE t ADD b inet DEFAULT '::1'")
    let error = TestConnection.error {
      try connection.transaction { _ = try connection.rows("SELECT * FROM t") }
    }
    #expect(error?.details?.state == "0A000")
    let expected: [[SQLValue]] = [[.integer(1), .text("::1")]]
    for _ in 0..<2 {
      #expect(try connection.transaction { try connection.rows("SELECT * FROM t") } == expected)
      #expect(try connection.rows("SELECT * FROM t") == expected)
    }
  }

  /// Another client prepared the same text on the server.
  @Test func foreignStatementsEndATransactionOnce() throws {
    let connection = try TestConnection.open()
    let text = "SELECT 43 + $1::int4"
    try connection.execute("PREPARE \"\(PreparedText(text).name)\" AS \(text)")
    let error = TestConnection.error {
      try connection.transaction { _ = try connection.rows(text, [.integer(1)]) }
    }
    #expect(error?.details?.state == "42P05")
    for _ in 0..<2 {
      let rows = try connection.transaction { try connection.rows(text, [.integer(1)]) }
      #expect(rows == [[.integer(44)]])
    }
    // Until the foreign statement is dropped.
    try connection.execute(Self.forgetting)
    #expect(try connection.rows(text, [.integer(1)]) == [[.integer(44)]])
    let rows = try connection.transaction { try connection.rows(text, [.integer(1)]) }
    #expect(rows == [[.integer(44)]])
  }

  @Test func existingStatementsEndATransactionOnce() throws {
    let connection = try TestConnection.open()
    let text = "SELECT 42 + $1::int4"
    let other = try connection.statement(text)
    other.reset()
    // The driver assumes that the statement was dropped, but it exists.
    connection.session.generation += 1
    let error = TestConnection.error {
      try connection.transaction { _ = try connection.rows(text, [.integer(1)]) }
    }
    #expect(error?.details?.state == "42P05")
    let again = try connection.transaction { try connection.rows(text, [.integer(1)]) }
    #expect(again == [[.integer(43)]])
  }
}
