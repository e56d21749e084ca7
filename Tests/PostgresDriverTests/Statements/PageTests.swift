import CRowCells
import Foundation
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

/// Rows of statements with a known maximum count, which are returned as one value after several
/// runs.
@Suite("Pages", .needsPostgres)
struct PageTests {
  /// More runs than the driver requires.
  private static let runs = PageText.runsBefore + 4

  private static func values(
    _ statement: PostgresStatement, atMost count: Int = 100
  ) throws -> [[PostgresValue]] {
    defer { statement.reset() }
    statement.expectRows(atMost: count)
    var rows: [[PostgresValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map(statement.postgresValue))
    }
    return rows
  }

  /// Runs a statement repeatedly; all runs must return the same rows.
  private static func same(
    _ connection: PostgresConnection, _ text: String, atMost count: Int = 100,
    runs: Int = Self.runs, _ location: SourceLocation = #_sourceLocation
  ) throws -> [[PostgresValue]] {
    let first = try values(try connection.statement(text), atMost: count)
    for _ in 1..<runs {
      let rows = try values(try connection.statement(text), atMost: count)
      #expect(rows == first, sourceLocation: location)
    }
    return first
  }

  /// The number of prepared page statements on the server.
  private static func pageCount(_ connection: PostgresConnection) throws -> Int {
    // The pattern must not match the statement itself.
    let rows = try connection.rows(
      "SELECT 1 FROM pg_prepared_statements WHERE statement LIKE '%record' || '_send(%'")
    return rows.count
  }

  @Test func pagesHaveTheRowsOfTheStatement() throws {
    let connection = try TestConnection.open()
    var random = RandomValue(seed: 20_261_128)
    let types = RandomValue.scalars.filter { $0.type != .bytea }
    let columns = types.map { "\($0.name)_value \($0.name), \($0.name)_list \($0.name)[]" }
    try connection.execute(
      "CREATE TEMPORARY TABLE kinds (number int8, \(columns.joined(separator: ", ")))")
    let places = (1...types.count * 2 + 1).map { "$\($0)" }.joined(separator: ", ")
    let insert = try connection.statement("INSERT INTO kinds VALUES (\(places))")
    for number in 0..<60 {
      insert.bind(Int64(number), 1)
      for (index, type) in types.enumerated() {
        let isNull = Int.random(in: 0..<4, using: &random.random) == 0
        insert.bind(isNull ? .null : random.value(type.type), 2 + index * 2)
        insert.bind(isNull ? .null : random.array(type.type), 3 + index * 2)
      }
      #expect(try !insert.step())
      insert.reset()
    }
    let rows = try Self.same(connection, "SELECT * FROM kinds ORDER BY number DESC LIMIT 50")
    #expect(rows.count == 50)
    #expect(rows.first?.first == .int8(59))
    #expect(try Self.pageCount(connection) == 1)
  }

  /// The fast way of reading rows returns the same values as the slow one.
  @Test func pagesHaveTheSameCells() throws {
    let connection = try TestConnection.open()
    let text = """
      SELECT n, CASE WHEN n % 3 > 0 THEN n END, n / 4.0::float8, 'text ' || n, n % 2 = 0, \
      '2026-11-28'::timestamptz + n * interval '1 s', \
      '00000000-0000-0000-0000-000000000000'::uuid, CASE WHEN n % 5 > 0 THEN '' END, n::int2 \
      FROM generate_series(1::int8, 40) n
      """
    func read() throws -> [[String]] {
      let statement = try connection.statement(text)
      defer { statement.reset() }
      statement.expectRows(atMost: 40)
      var rows: [[String]] = []
      while let key = try statement.nextKey() {
        let cells = try #require(statement.cells())
        rows.append(
          ["\(key)"]
            + (1..<statement.columnCount).map { column in
              let cell = cells[column]
              let bytes = cell.kind == 3 || cell.kind == 13
              let shown =
                bytes
                ? "\(Array(UnsafeBufferPointer(start: cell.bytes, count: Int(cell.count))))"
                : cell.kind == 5 ? "" : "\(cell.integer)"
              return "\(cell.kind) \(shown)"
            })
      }
      return rows
    }
    let first = try read()
    #expect(first.count == 40)
    for _ in 1..<Self.runs {
      let rows = try read()
      #expect(rows == first)
    }
    #expect(try Self.pageCount(connection) == 1)
  }

  @Test(arguments: [0, 1, 15, 16, 999, 1_000])
  func pagesHaveAnyNumberOfRows(count: Int) throws {
    let connection = try TestConnection.open()
    let text = "SELECT n, 'row ' || n FROM generate_series(1::int8, \(count)) n ORDER BY n DESC"
    let rows = try Self.same(connection, text, atMost: 1_000)
    #expect(rows.count == count)
    #expect(rows.last.map { $0[0] } ?? .int8(1) == .int8(1))
    #expect(try Self.pageCount(connection) == 1)
  }

  @Test(arguments: [1, 15, 1_001])
  func pagesAreUsedOnlyForSuitableLimits(limit: Int) throws {
    let connection = try TestConnection.open()
    #expect(try Self.same(connection, "SELECT 1::int8", atMost: limit).count == 1)
    #expect(try Self.pageCount(connection) == 0)
  }

  /// An error would end the transaction.
  @Test func pagesAreNotUsedInTransactions() throws {
    let connection = try TestConnection.open()
    let rows = try connection.transaction {
      try Self.same(connection, "SELECT 1::int8 -- a comment")
    }
    #expect(rows == [[.int8(1)]])
    #expect(try Self.pageCount(connection) == 0)
  }

  @Test(arguments: [PostgresSettings.Statements.unnamed, .off])
  func pagesAreNotUsedForUnnamedStatements(statements: PostgresSettings.Statements) throws {
    let connection = try TestConnection.open { $0.statements = statements }
    #expect(try Self.same(connection, "SELECT 1::int8, 'a'").count == 1)
    #expect(try Self.pageCount(connection) == 0)
  }

  /// Statements that cannot be nested, have no columns, or have other types in a record than in a
  /// row.
  @Test(arguments: [
    "SELECT 1::int8 -- a comment", "SELECT 1::int8;", "SELECT", "SELECT 'x'::page_word",
    "SELECT 1::int8, ''::bytea", "SELECT (1, 2)",
  ])
  func pagesAreNotUsedForUnsuitableStatements(text: String) throws {
    let connection = try TestConnection.open()
    try connection.execute("CREATE DOMAIN pg_temp.page_word AS text")
    let hasDomain = text.contains("page_word")
    let text = text.replacingOccurrences(of: "page_word", with: "pg_temp.page_word")
    #expect(try Self.same(connection, text).count == 1)
    // Only the page itself shows a domain, which the description of the columns does not name.
    let pageCount = try Self.pageCount(connection)
    #expect(hasDomain || pageCount == 0)
    let statement = try connection.statement(text)
    #expect(statement.prepared.page.text(for: statement.prepared) == nil)
    statement.reset()
    // It is not tried each time.
    let described = connection.describedStatementCount
    #expect(try Self.same(connection, text).count == 1)
    #expect(connection.describedStatementCount == described)
  }

  @Test func pagesMayHaveColumnsOfOneName() throws {
    let connection = try TestConnection.open()
    let rows = try Self.same(connection, "SELECT 1::int8 AS a, 2::int8 AS a, 3::int8 AS count")
    #expect(rows == [[.int8(1), .int8(2), .int8(3)]])
    #expect(try Self.pageCount(connection) == 1)
  }

  /// An error in one run's values is reported as usual, and pages stay in use for other runs.
  @Test func pagesFailAsTheStatementDoes() throws {
    let connection = try TestConnection.open()
    let text = "SELECT 10 / $1::int8"
    func run(_ divisor: Int64) throws -> [[PostgresValue]] {
      let statement = try connection.statement(text)
      statement.bind(divisor, 1)
      return try Self.values(statement)
    }
    for _ in 0..<Self.runs {
      let rows = try run(5)
      #expect(rows == [[.int8(2)]])
    }
    #expect(try Self.pageCount(connection) == 1)
    let error = TestConnection.error { _ = try run(0) }
    #expect(error?.details?.state == "22012")
    #expect(error?.statement == text)
    #expect(try run(2) == [[.int8(5)]])
  }

  @Test func pagesArePreparedAgainAfterTableChanges() throws {
    let connection = try TestConnection.open()
    try connection.execute("CREATE TEMPORARY TABLE words (number int8, word text)")
    try connection.execute("INSERT INTO words VALUES (1, '7')")
    let text = "SELECT * FROM words"
    #expect(try Self.same(connection, text) == [[.int8(1), .text("7")]])
    #expect(try Self.pageCount(connection) == 1)
    try connection.execute("ALTER TABLE words ALTER word TYPE int4 USING word::int4")
    #expect(try Self.same(connection, text) == [[.int8(1), .int4(7)]])
    try connection.execute("ALTER TABLE words ADD more bool")
    #expect(try Self.same(connection, text) == [[.int8(1), .int4(7), .null]])
    try connection.execute("DROP TABLE words")
    let error = TestConnection.error { _ = try Self.same(connection, text) }
    #expect(error?.kind == .undefinedTable)
  }

  @Test(arguments: ["DEALLOCATE ALL", "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$"])
  func forgottenPagesArePreparedAgain(forgetting: String) throws {
    let connection = try TestConnection.open()
    for _ in 0..<3 {
      #expect(try Self.same(connection, "SELECT 1::int8, 'a'") == [[.int8(1), .text("a")]])
      #expect(try Self.pageCount(connection) == 1)
      try connection.execute(forgetting)
    }
  }

  /// The server drops page statements together with their original statements.
  @Test func pagesAreForgottenWithTheirStatements() throws {
    let connection = try TestConnection.open { $0.statements = .named(limit: 3) }
    for number in 0..<20 {
      #expect(try Self.same(connection, "SELECT \(number)::int8") == [[.int8(Int64(number))]])
    }
    #expect(try Self.pageCount(connection) <= 3)
  }

  /// A statement that is left within a page starts again.
  @Test func pagesCanBeLeftEarly() throws {
    let connection = try TestConnection.open()
    let text = "SELECT n, 'row ' || n FROM generate_series(1::int8, 50) n"
    for leaving in 0..<Self.runs + 5 {
      let statement = try connection.statement(text)
      statement.expectRows(atMost: 50)
      for row in 0..<min(leaving, 50) {
        #expect(try statement.step())
        #expect(statement.int64(0) == Int64(row + 1))
        #expect(statement.stringIfPresent(1) == "row \(row + 1)")
      }
      statement.reset()
    }
    // Without a maximum count the rows are fetched as usual.
    let statement = try connection.statement(text)
    var count = 0
    while try statement.step() { count += 1 }
    statement.reset()
    #expect(count == 50)
  }

  /// Two runs of one text at the same time.
  @Test func pagesCanBeReadSideBySide() throws {
    let connection = try TestConnection.open()
    let text = "SELECT n FROM generate_series(1::int8, 20) n"
    _ = try Self.same(connection, text)
    let (one, other) = (try connection.statement(text), try connection.statement(text))
    one.expectRows(atMost: 20)
    other.expectRows(atMost: 20)
    for number in 1...20 {
      #expect(try one.nextKey() == Int64(number))
      #expect(try other.nextKey() == Int64(number))
    }
    for _ in 0..<2 {
      let ends = [try one.nextKey(), try other.nextKey()]
      #expect(ends == [nil, nil])
    }
    one.reset()
    other.reset()
  }

  /// A lock timeout in one run does not stop the use of pages.
  @Test func pagesContinueAfterALockTimeout() throws {
    let (connection, other) = (try TestConnection.open(), try TestConnection.open())
    try connection.execute("SET lock_timeout = '100ms'")
    let text = "SELECT pg_advisory_lock(20261128)::text, 1::int8"
    for _ in 0..<Self.runs {
      _ = try Self.values(try connection.statement(text))
      try connection.execute("SELECT pg_advisory_unlock(20261128)")
    }
    #expect(try Self.pageCount(connection) == 1)
    try other.execute("SELECT pg_advisory_lock(20261128)")
    let error = TestConnection.error { _ = try Self.values(try connection.statement(text)) }
    #expect(error?.kind == .lockTimeout)
    try other.execute("SELECT pg_advisory_unlock(20261128)")
    let statement = try connection.statement(text)
    #expect(statement.prepared.page.text(for: statement.prepared) != nil)
    #expect(try Self.values(statement).count == 1)
  }

  /// A connection that is lost while a page is fetched is reported as for any statement.
  @Test func pagesReportLostConnections() throws {
    let connection = try TestConnection.open()
    let text = "SELECT CASE WHEN $1 THEN pg_terminate_backend(pg_backend_pid()) END, 1::int8"
    func run(_ isLast: Bool) throws -> [[PostgresValue]] {
      let statement = try connection.statement(text, types: [.bool])
      statement.bind(isLast, 1)
      return try Self.values(statement)
    }
    for _ in 0..<Self.runs {
      let rows = try run(false)
      #expect(rows == [[.null, .int8(1)]])
    }
    #expect(try Self.pageCount(connection) == 1)
    let error = TestConnection.error { _ = try run(true) }
    #expect(error?.kind == .shutdown)
    #expect(error?.statement?.contains("pg_terminate") == true)
    #expect(TestConnection.error { _ = try run(false) }?.kind == .connectionLost)
  }

  @Test func pagesEndAtTheTimeout() throws {
    let connection = try TestConnection.open { $0.statementTimeout = .milliseconds(200) }
    let text = "SELECT pg_sleep($1::float8)::text, 1::int8"
    func run(_ seconds: Double) throws {
      let statement = try connection.statement(text)
      statement.bind(seconds, 1)
      _ = try Self.values(statement)
    }
    for _ in 0..<Self.runs { try run(0) }
    #expect(try Self.pageCount(connection) == 1)
    #expect(TestConnection.error { try run(5) }?.kind == .statementTimeout)
    try run(0)
    #expect(try Self.pageCount(connection) == 1)
  }
}
