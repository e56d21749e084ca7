import SQLCore
import SQLiteDriver
import Testing

@Suite("Ends of a simulated program")
struct SimulatedEndTests {
  /// A transaction with a reported error stored nothing, and one without stored everything.
  @Test func onlyTransactionsWithoutAnErrorAreStored() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE LINE(NUMBER INTEGER PRIMARY KEY)")
    var (stored, failed) = (0, 0)
    for number in 0..<1_000 as Range<Int64> {
      let fuse = ProgressFuse(after: Int(number % 2) + 1)
      do {
        try connection.transaction {
          // In most transactions the program can end only at the COMMIT.
          if number % 5 == 0 { fuse.watch(connection) }
          _ = try connection.run("INSERT INTO LINE VALUES (?)", [.integer(number)])
          fuse.watch(connection)
        }
        stored += 1
      } catch {
        failed += 1
      }
      fuse.end()
      let count = try connection.rows("SELECT count(*) FROM LINE")[0][0]
      try #require(count == .integer(Int64(stored)), "after transaction \(number)")
    }
    #expect(stored > 0)
    #expect(failed > 0)
  }
}
