import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Places in the log of a server", .needsPostgres)
struct LogPositionTests {
  @Test func serverPositionsAreParsed() {
    #expect(
      PostgresLogPosition(answer: "16/B374D848 0000000A")
        == PostgresLogPosition(timeline: 10, offset: 0x16_B374_D848))
    for text in ["", "16/B374D848", "16 00000001", "x/0 00000001", "0/1/2 00000001", "0/1 z"] {
      #expect(PostgresLogPosition(answer: text) == nil)
    }
  }

  @Test func laterTimelinesComeAfterEarlierOnes() {
    let (old, new) = (
      PostgresLogPosition(timeline: 1, offset: 900), PostgresLogPosition(timeline: 2, offset: 100)
    )
    #expect(old < new)
    #expect(!(new < old))
  }

  /// The next record starts after a page header, which is longer at the start of a file.
  @Test func positionsAreReachedAcrossPageHeaders() {
    func place(_ offset: UInt64) -> PostgresLogPosition {
      PostgresLogPosition(timeline: 1, offset: offset)
    }
    #expect(place(100).isReached(by: 100))
    #expect(place(100).isReached(by: 101))
    #expect(!place(100).isReached(by: 99))
    #expect(place(8192 * 3 + 24).isReached(by: 8192 * 3))
    #expect(!place(8192 * 3 + 40).isReached(by: 8192 * 3))
    #expect(!place(8192 * 3 + 24).isReached(by: 8192 * 3 - 8))
    #expect(place(16 << 20 + 40).isReached(by: 16 << 20))
    #expect(!place(1024).isReached(by: 1000))
  }

  @Test func commitsReportTheirPosition() throws {
    let connection = try TestConnection.open()
    try connection.execute(
      "CREATE TEMPORARY TABLE note (id integer UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    var options = PostgresTransactionOptions()
    options.tellsPosition = true
    var last = try connection.logPosition()
    for number in 0..<50 {
      try connection.transaction(options) {
        try connection.execute("INSERT INTO note VALUES (\(number))")
      }
      let position = try #require(connection.committedPosition)
      #expect(last < position)
      #expect(try position <= connection.logPosition())
      last = position
    }
    // Errors at COMMIT or before it are reported as usual.
    let error = #expect(throws: SQLError.self) {
      try connection.transaction(options) {
        try connection.execute("INSERT INTO note VALUES (1)")
      }
    }
    #expect(error?.kind == .uniqueViolation)
    #expect(connection.committedPosition == nil)
    let failed = #expect(throws: SQLError.self) {
      try connection.transaction(options) { try? connection.execute("SELECT 1/0") }
    }
    #expect(failed?.kind == .transactionFailed)
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT count(*) FROM note") == [[.integer(50)]])
  }
}

@Suite("Statements that go on elsewhere", .needsPostgres)
struct MovedStatementTests {
  @Test func movedStatementsKeepTheirValues() throws {
    let (connection, other) = (try TestConnection.open(), try TestConnection.open())
    let text = "SELECT $1::bigint + 1, $2::text"
    for round in 0..<3 {
      let first = round == 0 ? connection : try TestConnection.open()
      let statement = try first.statement(text)
      var errors: [SQLError] = []
      statement.onFailure = { error throws(SQLError) in
        errors.append(error)
        return try other.statement(text)
      }
      statement.parameters.bind(SQLValue.integer(41), 1)
      statement.parameters.bind(SQLValue.text("text"), 2)
      try TestConnection.terminate(first)
      #expect(try statement.step())
      #expect(statement.row.value(0) == .integer(42))
      #expect(statement.row.value(1) == .text("text"))
      #expect(try !statement.step())
      #expect(errors.count == 1)
      #expect(!errors.contains { $0.kind == .outcomeUnknown })
      statement.reset()
      // The server is chosen again for the next run.
      #expect(!statement.takeAgain())
      // The statement belongs to the other connection now, and does not block it.
      #expect(try other.rows(text, [.integer(1), .text("a")]) == [[.integer(2), .text("a")]])
    }
  }

  @Test func statementsWithoutAnotherConnectionFail() throws {
    let connection = try TestConnection.open()
    let statement = try connection.statement("SELECT 1")
    statement.onFailure = { _ in nil }
    try TestConnection.terminate(connection)
    #expect(throws: SQLError.self) { try statement.step() }
    statement.reset()
  }
}
