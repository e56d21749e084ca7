import Foundation
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@Suite("Smoke", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SmokeTests {
  @Test func goesThroughTheContract() throws {
    let server = try PostgresServer.shared
    let connection = try PostgresConnection(PostgresSettings(server.address()))
    try connection.execute("CREATE TEMP TABLE t (id bigint PRIMARY KEY, name text, at timestamptz)")
    try connection.transaction {
      let n = try connection.run(
        "INSERT INTO t VALUES ($1, $2, $3)",
        [.integer(1), .text("é"), .date(Date(timeIntervalSinceReferenceDate: 1.5))])
      #expect(n == 1)
    }
    let rows = try connection.rows("SELECT * FROM t")
    #expect(rows == [[.integer(1), .text("é"), .date(Date(timeIntervalSinceReferenceDate: 1.5))]])
    let error = #expect(throws: SQLError.self) {
      try connection.run("INSERT INTO t VALUES ($1)", [.integer(1)])
    }
    #expect(error?.kind == .uniqueViolation)
    print(error as Any)
    let e2 = #expect(throws: SQLError.self) { try connection.rows("SELEC") }
    print(e2 as Any, e2?.kind as Any)
    let e3 = #expect(throws: SQLError.self) { try connection.prepare("SELECT * FROM nope") }
    print(e3 as Any)
    let s = try connection.statement("SELECT i, i::text, i::float8 FROM generate_series(1, 1000) i")
    s.rowsAtOnce = 1
    var sum: Int64 = 0
    while try s.step() {
      sum += s.int64(0); if sum == 6 { #expect(try connection.rows("SELECT 1") == [[.integer(1)]]) }
    }
    #expect(sum == 500500)
    s.reset()
    try connection.execute("DISCARD ALL")
    #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
  }
}
