import Foundation
import SQLCore
import SQLiteDriver
import Testing

@Suite("SQLite connections")
struct SQLiteConnectionTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v, u UNIQUE)")
  }

  @Test func everyStorageClassIsReadBack() throws {
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .real(-.infinity), .real(0.1), .text(""),
      .text("a\0b\u{1F469}\u{200D}\u{1F52C}"), .blob(Data()), .blob(Data([0, 255])),
    ]
    for value in values { try connection.run("INSERT INTO t (v) VALUES (?)", [value]) }
    #expect(try connection.rows("SELECT v FROM t ORDER BY id").map { $0[0] } == values)
  }

  @Test func nanIsKept() throws {
    let statement = try connection.prepare("SELECT ?")
    defer { statement.reset() }
    statement.parameters.bind(Double.nan, 1)
    #expect(try statement.step())
    #expect(statement.row.doubleIfPresent(0)?.isNaN == true)
  }

  @Test(arguments: [
    "SELECT \"nothing\" FROM t", "UPDATE t SET v = 1 WHERE \"nothing\" = 2",
    "SELECT nothing FROM t", "SELECT * FROM \"nothing\"",
  ])
  func unknownNamesAreRefused(text: String) throws {
    let error = try #require(throws: SQLError.self) { try connection.run(text) }
    #expect(error.kind == .invalidStatement)
  }

  /// Swift treats a URI delimiter with a combining accent as one character; SQLite treats it as a
  /// delimiter.
  @Test(arguments: ["a?\u{301}mode=memory", "a#\u{301}b", "a%\u{301}41%41", "\u{301}a"])
  func filesWithSpecialNamesAreOpened(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = "\(folder.path)/\(name)"
    try SQLiteConnection(path: path, mode: .readWriteCreate)
      .execute("CREATE TABLE u (v); INSERT INTO u VALUES (5)")
    for mode in [SQLiteConnection.Mode.readWrite, .readOnly, .immutable] {
      let reader = try SQLiteConnection(path: path, mode: mode)
      #expect(try reader.rows("SELECT v FROM u") == [[.integer(5)]], "\(mode)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func statementIsCompiledOnce() throws {
    let before = connection.compiledStatementCount
    for _ in 0..<10 { _ = try connection.rows("SELECT count(*) FROM t") }
    #expect(connection.compiledStatementCount == before + 1)
  }

  @Test func runningStatementIsNotShared() throws {
    let text = "SELECT 1 UNION SELECT 2"
    let outer = try connection.prepare(text)
    defer { outer.reset() }
    #expect(try outer.step())
    #expect(try connection.rows(text).count == 2)
    #expect(try outer.step())
    #expect(outer.row.int64(0) == 2)
  }

  @Test func transactionThatThrowsIsRolledBack() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t (v) VALUES (1)")
        throw Stop()
      }
    }
    #expect(try connection.rows("SELECT 1 FROM t").isEmpty)
  }

  @Test func failuresAreClassifiedByTheirCode() throws {
    try connection.run("INSERT INTO t (u) VALUES (7)")
    let violation = #expect(throws: SQLError.self) {
      try connection.run("INSERT INTO t (u) VALUES (?)", [.integer(7)])
    }
    #expect(violation?.kind == .uniqueViolation)
    #expect(violation?.statement == "INSERT INTO t (u) VALUES (?)")
    let missing = #expect(throws: SQLError.self) {
      _ = try SQLiteConnection(path: "/nonexistent/store", mode: .readWrite)
    }
    #expect(missing?.kind == .cannotOpen)
  }

  @Test func functionsAndCollationsAreCalledFromSQL() throws {
    try connection.register(function: "twice", argumentCount: 1) { arguments in
      guard case .integer(let value) = arguments[0] else { return .null }
      return .integer(value * 2)
    }
    #expect(try connection.rows("SELECT twice(21), twice('x')") == [[.integer(42), .null]])
    try connection.register(collation: "backwards") { left, right in
      left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? 1 : -1
    }
    let rows = try connection.rows(
      "SELECT column1 FROM (VALUES ('a'), ('c'), ('b')) ORDER BY column1 COLLATE backwards")
    #expect(rows.map { $0[0] } == [.text("c"), .text("b"), .text("a")])
  }
}
