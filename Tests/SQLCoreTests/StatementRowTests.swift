import SQLCore
import SQLiteDriver
import Testing

/// Rows of prepared statements, whose columns are found by adding.
@Suite("Rows of statements")
struct StatementRowTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
  }

  @Test(arguments: [1, 2, 3, 17, 400]) func haveTheColumnsThatWereAskedFor(_ count: Int) throws {
    let columns = (0..<count).map(String.init).joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(columns) UNION ALL SELECT \(columns)")
    defer { statement.reset() }
    for _ in 0..<2 {
      #expect(try statement.step())
      #expect((0..<count).map(statement.row.int64) == (0..<count).map(Int64.init))
    }
    #expect(try !statement.step())
  }

  @Test func areNullBeyondTheirColumns() throws {
    let statement = try connection.prepare("SELECT 1, 2")
    defer { statement.reset() }
    #expect(try statement.step())
    #expect(statement.row.value(2) == .null)
    #expect(statement.row.stringIfPresent(70_000) == nil)
  }

  /// SQLite compiles a prepared statement anew when the schema has changed.
  @Test func followTheTable() throws {
    try connection.execute("CREATE TABLE t (a, b, c); INSERT INTO t VALUES ('a', 'b', 'c')")
    let all = "SELECT * FROM t"
    #expect(try connection.rows(all) == [[.text("a"), .text("b"), .text("c")]])
    try connection.execute("ALTER TABLE t DROP COLUMN b")
    #expect(try connection.rows(all) == [[.text("a"), .text("c")]])
    try connection.execute("ALTER TABLE t DROP COLUMN a")
    #expect(try connection.rows(all) == [[.text("c")]])
    for name in ["d", "e", "f"] {
      try connection.execute("ALTER TABLE t ADD COLUMN \(name) DEFAULT '\(name)'")
    }
    let rows: [[SQLValue]] = [[.text("c"), .text("d"), .text("e"), .text("f")]]
    #expect(try connection.rows(all) == rows)
  }
}
