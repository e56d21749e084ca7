import CRowCells
import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Rows of statements", .needsPostgres)
struct StatementRowTests {
  private let connection: PostgresConnection

  init() throws { connection = try TestConnection.open() }

  private static let query = """
    SELECT 7::int8, 1::int2, -2::int4, 1.5::float4, 2.5::float8, 'é'::text, true,
      '00010203-0405-0607-0809-0a0b0c0d0e0f'::uuid, '\\x00ff'::bytea, '[1]'::jsonb,
      '2001-01-01 00:00:00.5+00'::timestamptz, NULL::int8, '2001-01-02'::date
    """

  @Test(arguments: [true, false])
  func rowsAreReadByType(isBinary: Bool) throws {
    let statement = try connection.statement(Self.query)
    statement.prepared.isBinary = isBinary
    #expect(try statement.step())
    #expect((0...2).map { statement.int64($0) } == [7, 1, -2])
    #expect(statement.doubleIfPresent(3) == 1.5)
    #expect(statement.doubleIfPresent(4) == 2.5)
    #expect(statement.stringIfPresent(5) == "é")
    #expect(statement.boolIfPresent(6) == true)
    #expect(statement.uuid(7)?.uuidString == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(statement.dataIfPresent(8) == Data([0, 255]))
    #expect(statement.stringIfPresent(9) == "[1]")
    #expect(statement.dateIfPresent(10) == Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(statement.isNull(11))
    #expect(statement.int64IfPresent(11) == nil)
    #expect(statement.dateIfPresent(12) == Date(timeIntervalSinceReferenceDate: 86_400))
    #expect(statement.isNull(99))
    #expect(statement.value(-1) == .null)
    #expect(statement.columnCount == 13)
    #expect(try !statement.step())
    #expect(statement.isNull(0))
    statement.reset()
  }

  @Test func rowsAreReadAsCells() throws {
    let statement = try connection.statement(Self.query)
    #expect(statement.cells() == nil)
    #expect(try statement.step())
    let cells = try #require(statement.cells())
    let kinds = (1..<13).map { Int(cells[$0].kind) }
    #expect(kinds == [1, 1, 2, 2, 3, 11, 13, 4, 4, 12, 5, 12])
    #expect(cells[1].integer == 1)
    #expect(cells[2].integer == -2)
    #expect(cells[3].real == 1.5)
    #expect(cells[6].integer == 1)
    #expect(cells[10].real == 0.5)
    #expect(cells[7].uuid == statement.uuid(7))
    // A document is read as the archive that a column of bytes would store.
    let document = KeyedArchive.archive(Data("[1]".utf8))
    #expect(Data(bytes: try #require(cells[9].bytes), count: Int(cells[9].count)) == document)
    #expect(statement.dataIfPresent(9) == document)
    #expect(statement.value(9) == .blob(document))
    statement.reset()
    // There is no fast way for numbers of arbitrary length.
    let numeric = try connection.statement("SELECT 1, 1.5::numeric")
    #expect(try numeric.step())
    #expect(numeric.cells() == nil)
    #expect(numeric.value(1) == .decimal(1.5))
    numeric.reset()
  }

  @Test func valuesAreConvertedToOtherTypes() throws {
    let statement = try connection.statement(
      "SELECT '12'::text, 1.9::numeric, true, 12::int4, 'x'::text, 2.5::float8")
    #expect(try statement.step())
    #expect(statement.int64(0) == 12)
    #expect(statement.int64(1) == 1)
    #expect(statement.int64(2) == 1)
    #expect(statement.double(0) == 12)
    #expect(statement.double(1) == 1.9)
    #expect(statement.double(3) == 12)
    #expect(statement.string(3) == "12")
    #expect(statement.string(2) == "true")
    #expect(statement.int64(4) == 0)
    #expect(statement.uuid(4) == nil)
    #expect(statement.date(4) == nil)
    #expect(statement.int64(5) == 2)
    #expect(statement.string(5) == "2.5")
    statement.reset()
  }

  @Test func numbersWithTooManyDigitsAreTexts() throws {
    let digits = String(repeating: "123456789", count: 8)
    #expect(try connection.rows("SELECT $1::numeric", [.text(digits)]) == [[.text(digits)]])
    let few = "12345678901234567890.123456789012345678"
    #expect(
      try connection.rows("SELECT $1::numeric", [.text(few)])
        == [[.decimal(try #require(Decimal(string: few)))]])
  }

  @Test func changedRowsAreCounted() throws {
    try connection.execute("CREATE TEMP TABLE t (a int)")
    #expect(try connection.run("INSERT INTO t SELECT generate_series(1, 5)") == 5)
    #expect(try connection.run("UPDATE t SET a = 0 WHERE a > 3") == 2)
    #expect(try connection.run("SELECT * FROM t") == 0)
    #expect(try connection.run("DELETE FROM t") == 5)
  }

  @Test func rowsArriveInPartsOrAtOnce() throws {
    let query = "SELECT i, repeat('x', i % 50) FROM generate_series(1, 3000) i"
    let whole = try connection.rows(query)
    let statement = try connection.statement(query)
    for count in [1, 7] {
      statement.rowsAtOnce = count
      var rows: [[SQLValue]] = []
      while try statement.step() { rows.append([statement.value(0), statement.value(1)]) }
      #expect(rows == whole)
      statement.reset()
    }
  }

  @Test func rowsContinueAfterAnotherStatement() throws {
    let statement = try connection.statement("SELECT generate_series(1, 2000)")
    statement.rowsAtOnce = 1
    var keys: [Int64] = []
    while let key = try statement.nextKey() {
      keys.append(key)
      if key % 500 == 0 {
        #expect(try connection.rows("SELECT $1::int8", [.integer(key)]) == [[.integer(key)]])
      }
    }
    #expect(keys == Array(1...2000))
    statement.reset()
  }

  @Test func unreadRowsAreDiscarded() throws {
    for isInTransaction in [false, true] {
      if isInTransaction { try connection.execute("BEGIN") }
      let statement = try connection.statement("SELECT generate_series(1, 100000)")
      statement.rowsAtOnce = 1
      #expect(try statement.step())
      #expect(connection.isInTransaction == isInTransaction)
      statement.reset()
      #expect(connection.isInTransaction == isInTransaction)
      #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
      if isInTransaction { try connection.execute("COMMIT") }
    }
  }

  @Test func rowErrorsAreReportedWhenReached() throws {
    let query = "SELECT 10 / (500 - i) FROM generate_series(1, 1000) i"
    let statement = try connection.statement(query)
    for other in [false, true] {
      statement.rowsAtOnce = 1
      var count = 0
      let error = TestConnection.error {
        while try statement.step() {
          count += 1
          if other, count == 10 { _ = try connection.rows("SELECT 1") }
        }
      }
      #expect(count == 499)
      #expect(error?.details?.state == "22012")
      statement.reset()
    }
  }

  @Test func statementsKeepTheirConnectionAlive() throws {
    var connection: PostgresConnection? = try TestConnection.open()
    let statement = try #require(try connection?.statement("SELECT 1"))
    connection = nil
    #expect(try statement.step())
    #expect(statement.int64(0) == 1)
  }

  @Test func statementsAreReportedToObservers() throws {
    let observers = StatementObservers()
    let runs = Runs()
    connection.reportStatements(to: [observers])
    let number = observers.add(wantsValues: false) { runs.append($0) }
    _ = try connection.rows("SELECT generate_series(1, 3)")
    try connection.execute("SELECT 1; SELECT 2")
    observers.remove(number)
    _ = try connection.rows("SELECT 9")
    #expect(runs.texts == ["SELECT generate_series(1, 3)", "SELECT 1; SELECT 2"])
    #expect(runs.counts == [3, 0])
  }
}

extension PostgresStatement {
  fileprivate func date(_ column: Int) -> Date? { dateIfPresent(column) }
}
