import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Cursors", .needsPostgres)
struct CursorTests {
  @Test(arguments: [1, 7, 1000, 5000])
  func cursorsGiveRowsInPortions(portion: Int) throws {
    let connection = try TestConnection.open()
    let query = "SELECT i, i::text, i::numeric FROM generate_series(1, $1::int8) i"
    let whole = try connection.rows(query, [.integer(1000)])
    try connection.transaction {
      let cursor = try connection.cursor(query, [.integer(1000)], portion: portion)
      var rows: [[SQLValue]] = []
      while try cursor.step() {
        rows.append((0..<cursor.columnCount).map(cursor.value))
        // The connection is free between the portions.
        if rows.count == 3 { #expect(try connection.rows("SELECT 1") == [[.integer(1)]]) }
      }
      #expect(rows == whole)
      #expect(try !cursor.step())
      try cursor.close()
    }
  }

  @Test func cursorsReadUnknownTypes() throws {
    let connection = try TestConnection.open()
    try connection.transaction {
      let cursor = try connection.cursor("SELECT '10.0.0.1'::inet, 5")
      let hasRow = try cursor.step()
      #expect(hasRow)
      #expect(cursor.value(0) == .text("10.0.0.1"))
      #expect(cursor.value(1) == .integer(5))
    }
  }

  @Test func cursorsNeedATransaction() throws {
    let connection = try TestConnection.open()
    #expect(TestConnection.error { _ = try connection.cursor("SELECT 1") }?.kind == .misuse)
  }
}
