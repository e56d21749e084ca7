import CRowCells
import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Bindings", .needsPostgres)
struct BindingTests {
  private let connection: PostgresConnection

  init() throws { connection = try TestConnection.open() }

  /// The server's text of a value that is bound to a parameter of a type.
  private func told(_ value: SQLValue, _ type: String) throws -> SQLValue {
    try connection.rows("SELECT ($1::\(type))::text", [value])[0][0]
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 0.25)
  private static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

  static let conversions: [(SQLValue, String, String)] = [
    (.integer(5), "int2", "5"), (.integer(5), "int4", "5"), (.integer(5), "int8", "5"),
    (.integer(5), "float8", "5"), (.integer(5), "float4", "5"), (.integer(-5), "numeric", "-5"),
    (.integer(5), "bool", "true"), (.integer(5), "text", "5"), (.integer(5), "oid", "5"),
    (.real(1.5), "float8", "1.5"), (.real(1.5), "float4", "1.5"), (.real(1.5), "numeric", "1.5"),
    (.real(.nan), "float8", "NaN"), (.real(.nan), "numeric", "NaN"), (.real(3), "int4", "3"),
    (.real(1.5), "text", "1.5"), (.real(-.infinity), "float8", "-Infinity"),
    (.number(.nan), "float8", "NaN"),
    (.text("é"), "text", "é"), (.text("é"), "varchar", "é"), (.text("12"), "int4", "12"),
    (.text("2001-01-01"), "date", "2001-01-01"), (.text("{1,2}"), "int4[]", "{1,2}"),
    (.text("[1]"), "jsonb", "[1]"), (.text("[1]"), "json", "[1]"), (.text(""), "text", ""),
    (.blob(Data([1, 255])), "bytea", "\\x01ff"), (.blob(Data()), "bytea", "\\x"),
    (.blob(Data(0..<16)), "uuid", "00010203-0405-0607-0809-0a0b0c0d0e0f"),
    (.blob(Data("é".utf8)), "text", "é"),
    (.blob(KeyedArchive.archive(Data("[1]".utf8))), "jsonb", "[1]"),
    (.blob(Data([1])), "jsonb", #"{"$data": "AQ=="}"#), (.bool(true), "bool", "true"),
    (.bool(true), "int4", "1"),
    (.bool(false), "text", "false"), (.bool(true), "float8", "1"),
    (.uuid(uuid), "uuid", "00010203-0405-0607-0809-0a0b0c0d0e0f"),
    (.uuid(uuid), "text", "00010203-0405-0607-0809-0a0b0c0d0e0f"),
    (.uuid(uuid), "bytea", "\\x000102030405060708090a0b0c0d0e0f"),
    (.date(date), "timestamptz", "2001-01-01 00:00:00.25+00"),
    (.date(date), "timestamp", "2001-01-01 00:00:00.25"), (.date(date), "date", "2001-01-01"),
    (.date(date), "float8", "0.25"), (.date(date), "text", "2001-01-01 00:00:00.25+00"),
    (.decimal(1.25), "numeric", "1.25"), (.decimal(1.25), "float8", "1.25"),
    (.decimal(5), "int4", "5"), (.decimal(1.25), "text", "1.25"),
    (.decimal(.nan), "numeric", "NaN"),
  ]

  @Test(arguments: conversions)
  func valuesAreConvertedToTheParameterType(value: SQLValue, type: String, text: String) throws {
    #expect(try told(value, type) == .text(text))
    // The same from cells in memory.
    let statement = try connection.statement("SELECT ($1::\(type))::text")
    try withCell(value) { cell throws in
      statement.bind(cell, count: 1, from: 1)
      let hasRow = try statement.step()
      #expect(hasRow)
      #expect(statement.string(0) == text)
    }
    statement.reset()
  }

  private func withCell(
    _ value: SQLValue, _ body: (UnsafePointer<openswiftdata_cell>) throws -> Void
  ) throws {
    var cell = openswiftdata_cell()
    func with(_ kind: Int, _ bytes: some Sequence<UInt8>) throws {
      let bytes = Array(bytes)
      try bytes.withUnsafeBufferPointer {
        cell.kind = Int32(kind)
        cell.bytes = $0.baseAddress
        cell.count = Int32($0.count)
        try body(&cell)
      }
    }
    switch value {
    case .integer(let integer): cell.kind = 1; cell.integer = integer; try body(&cell)
    case .real(let real): cell.kind = 2; cell.real = real; try body(&cell)
    case .bool(let truth):
      cell.kind = Int32(OPENSWIFTDATA_BOOL); cell.integer = truth ? 1 : 0; try body(&cell)
    case .date(let date):
      cell.kind = Int32(OPENSWIFTDATA_DATE)
      cell.real = date.timeIntervalSinceReferenceDate
      try body(&cell)
    case .text(let text): try with(OPENSWIFTDATA_TEXT, text.utf8)
    case .blob(let data): try with(OPENSWIFTDATA_BLOB, data)
    case .uuid(let uuid): try with(OPENSWIFTDATA_UUID, withUnsafeBytes(of: uuid.uuid, Array.init))
    case .decimal(let decimal):
      try with(OPENSWIFTDATA_DECIMAL, withUnsafeBytes(of: decimal, Array.init))
    case .null: cell.kind = Int32(OPENSWIFTDATA_NULL); try body(&cell)
    }
  }

  static let refusals: [(SQLValue, String)] = [
    (.integer(40_000), "int2"), (.integer(3_000_000_000), "int4"), (.integer(-1), "oid"),
    (.real(1.5), "int4"), (.real(.nan), "int8"), (.decimal(1.5), "int4"),
    (.decimal(Decimal(string: "9223372036854775808") ?? 0), "int8"),
    (.text("a\u{0}b"), "text"), (.text("\u{0}"), "int4"), (.blob(Data([65, 0])), "text"),
    (.blob(Data([1])), "uuid"), (.blob(Data([1])), "int4"),
    // The marks of cases in SQLite columns.
    (.integer(0), "bytea"), (.integer(0), "uuid"), (.integer(0), "jsonb"), (.blob(Data()), "text"),
    (.blob(Data()), "int8"), (.blob(Data()), "timestamptz"),
  ]

  @Test(arguments: refusals)
  func invalidValuesAreRefusedBeforeSending(value: SQLValue, type: String) throws {
    try connection.execute("BEGIN")
    let error = TestConnection.error { _ = try told(value, type) }
    #expect(error?.kind == .invalidValue)
    #expect(error?.details?.state.isEmpty == true)
    #expect(error?.message.contains("parameter 1") == true)
    // Nothing was sent: the transaction continues, and the statement works with valid values.
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    #expect(try told(.null, type) == .null)
    try connection.execute("ROLLBACK")
  }

  // Foundation cannot describe such dates, which test arguments would require.
  @Test func datesOutOfRangeAreRefused() {
    for interval in [1e15, .nan, -1e13] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let error = TestConnection.error { _ = try told(.date(date), "timestamptz") }
      #expect(error?.kind == .invalidValue)
    }
  }

  @Test func firstRefusedParameterIsReported() throws {
    let statement = try connection.statement("SELECT $1::int2, $2::int2")
    statement.bind(1 as Int64, 1)
    #expect(statement.refusedParameter == 0)
    statement.bind(100_000 as Int64, 2)
    statement.bind(100_000 as Int64, 1)
    #expect(statement.refusedParameter == 2)
    #expect(statement.refusal().kind == .invalidValue)
    #expect(throws: SQLError.self) { try statement.step() }
    statement.reset()
    #expect(statement.refusedParameter == 0)
  }

  @Test func bindingsOfMissingParametersAreRefused() throws {
    #expect(TestConnection.error { try connection.run("SELECT 1", [.integer(1)]) }?.kind == .misuse)
    #expect(
      TestConnection.error { try connection.run("ROLLBACK", [.integer(1)]) }?.kind == .misuse)
  }

  @Test func bindingsStayForRepeatedRuns() throws {
    let statement = try connection.statement("SELECT $1::int4, $2::text")
    statement.bind(7 as Int64, 1)
    statement.bind(String(repeating: "x", count: 10_000), 2)
    for _ in 0..<3 {
      #expect(try statement.step())
      #expect(statement.int64(0) == 7)
      #expect(statement.string(1).utf8.count == 10_000)
      statement.reset()
    }
    statement.bind("short", 2)
    #expect(try statement.step())
    #expect(statement.string(1) == "short")
    statement.reset()
    statement.clear()
    #expect(try statement.step())
    #expect(statement.isNull(0))
    #expect(statement.isNull(1))
    statement.reset()
  }

  @Test func declaredTypesDetermineParameters() throws {
    try connection.execute("CREATE TEMP TABLE few (n int4); INSERT INTO few VALUES (5)")
    let text = "SELECT count(*) FROM few WHERE n < $1"
    let narrow = try connection.statement(text)
    #expect(narrow.parameterType(1) == .int4)
    narrow.bind(5_000_000_000 as Int64, 1)
    #expect(narrow.refusedParameter == 1)
    narrow.reset()
    let wide = try connection.statement(text, types: [.int8])
    #expect(wide !== narrow)
    #expect(wide.parameterType(1) == .int8)
    wide.bind(5_000_000_000 as Int64, 1)
    #expect(try wide.step())
    #expect(wide.int64(0) == 1)
    wide.reset()
    #expect(try connection.statement(text, types: [.int8]) === wide)
    wide.reset()
  }

  @Test(arguments: conversions)
  func listsBindValuesByPlace(value: SQLValue, type: String, text: String) throws {
    let statement = try connection.statement("SELECT $1::text, ($2::\(type))::text")
    defer { statement.reset() }
    statement.bind("kept", 1)
    statement.bind([.null, value], at: [-1, 1])
    #expect(try statement.step())
    #expect(statement.value(0) == .text("kept"))
    #expect(statement.value(1) == .text(text))
  }

  @Test func invalidValuesInListsAreRefused() throws {
    let statement = try connection.statement("SELECT $1::text")
    defer { statement.reset() }
    statement.bind([.text("a\0b")], at: [0])
    #expect(statement.refusedParameter == 1)
    #expect(TestConnection.error { _ = try statement.step() }?.kind == .invalidValue)
  }
}
