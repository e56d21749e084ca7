import CSQLite
import SQLCore
import Testing

@testable import SQLiteDriver

@Suite("Interrupted transactions")
struct InterruptedTransactionTests {
  /// Interrupts one statement after a number of SQLite instructions.
  private final class Fuse {
    var left: Int
    init(_ left: Int) { self.left = left }
  }

  private func interrupt(_ connection: SQLiteConnection, with fuse: Fuse) {
    sqlite3_progress_handler(
      connection.handle, 1,
      { fuse in
        guard let fuse else { return 0 }
        let own = Unmanaged<Fuse>.fromOpaque(fuse).takeUnretainedValue()
        own.left -= 1
        return own.left == 0 ? 1 : 0
      }, Unmanaged.passUnretained(fuse).toOpaque())
  }

  /// An interrupted `BEGIN` or `COMMIT` may have succeeded although it reports an error.
  @Test func transactionsEndWhereverTheyAreInterrupted() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    var count = 0
    for instructions in 1..<200 {
      let fuse = Fuse(instructions)
      interrupt(connection, with: fuse)
      do {
        try withExtendedLifetime(fuse) {
          try connection.transaction {
            try connection.run("INSERT INTO t (v) VALUES (?)", [.integer(1)])
            _ = try connection.transaction {
              try connection.run("INSERT INTO t (v) VALUES (?)", [.integer(2)])
            }
          }
        }
      } catch let error as SQLError {
        #expect(error.kind == .interrupted)
        count += 1
      }
      sqlite3_progress_handler(connection.handle, 0, nil, nil)
      #expect(!connection.isInTransaction, "after \(instructions) instructions")
      if connection.isInTransaction { try connection.run("ROLLBACK") }
      // Either all rows exist or none.
      let sums = try connection.rows("SELECT v, COUNT(*) FROM t GROUP BY v ORDER BY v")
      #expect(sums.isEmpty || sums.count == 2 && sums[0][1] == sums[1][1])
    }
    #expect(count > 10)
  }
}
