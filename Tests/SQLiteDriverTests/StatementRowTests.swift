import CRowCells
import SQLCore
import SQLiteDriver
import Testing

/// Rows of prepared statements, whose columns are located by offset.
@Suite("Rows of statements")
struct StatementRowTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
  }

  @Test(arguments: [1, 2, 3, 17, 400]) func rowsHaveTheRequestedColumns(_ count: Int) throws {
    let columns = (0..<count).map(String.init).joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(columns) UNION ALL SELECT \(columns)")
    defer { statement.reset() }
    for _ in 0..<2 {
      #expect(try statement.step())
      #expect((0..<count).map(statement.row.int64) == (0..<count).map(Int64.init))
    }
    #expect(try !statement.step())
  }

  @Test func columnsBeyondTheRowAreNull() throws {
    let statement = try connection.prepare("SELECT 1, 2")
    defer { statement.reset() }
    #expect(try statement.step())
    #expect(statement.row.value(2) == .null)
    #expect(statement.row.stringIfPresent(70_000) == nil)
  }

  /// SQLite compiles a prepared statement again after the schema has changed.
  @Test func rowsFollowChangesOfTheTable() throws {
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

  /// Values that are read all at once also follow a change of the table.
  @Test func allCellsAreReadAtOnce() throws {
    try connection.execute(
      "CREATE TABLE t (k INTEGER PRIMARY KEY, a, b, c); INSERT INTO t VALUES (7, 'a', 1, 2.5)")
    let statement = try connection.prepare("SELECT * FROM t")
    #expect(try statement.nextKey() == 7)
    let cells = try #require(statement.cells())
    #expect((1...3).map { cells[$0].kind } == [3, 1, 2])
    #expect(cells[1].count == 1)
    #expect(cells[1].bytes?.pointee == 0x61)
    #expect(cells[2].integer == 1)
    #expect(cells[3].real == 2.5)
    #expect(try statement.nextKey() == nil)
    #expect(statement.cells() == nil)
    statement.reset()

    try connection.execute("ALTER TABLE t DROP COLUMN a; ALTER TABLE t DROP COLUMN b")
    for name in ["d", "e", "f", "g"] {
      try connection.execute("ALTER TABLE t ADD COLUMN \(name) DEFAULT x'00ff'")
    }
    #expect(try statement.nextKey() == 7)
    let others = try #require(statement.cells())
    #expect((1...5).map { others[$0].kind } == [2, 4, 4, 4, 4])
    #expect(others[5].count == 2)
    statement.reset()
  }
}
