import DataSchema
import PostgresDriver
import PostgresTesting
import RandomSchemas
import RandomTesting
import Testing

/// Automatic migration of random rows between random schemas, in SQLite and in PostgreSQL.
@Suite("Random evolutions in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct RandomEvolutionTests {
  @Test func evolutionsMatchThoseOfSQLite() throws {
    let seed = TestRun.seed(20_261_126)
    let settings = PostgresSettings(try PostgresServer.shared.address())
    var connection = try PostgresConnection(settings)
    var (migrated, refused, failures) = (0, 0, 0)
    for index in 0..<UInt64(TestRun.isWhole ? 6_000 : TestRun.count(300)) {
      let testCase = EvolutionCase.random(seed: seed &+ index)
      if index % 250 == 249 {
        // Until a vacuum, the catalog keeps dead rows of each rolled-back table, which slows down
        // every look-up.
        try connection.execute("VACUUM")
        connection = try PostgresConnection(settings)
      }
      do {
        if try Self.run(testCase, connection) { migrated += 1 } else { refused += 1 }
      } catch {
        let smallest = Self.reduced(testCase, error, connection)
        Issue.record(
          "\(TestRun.comment), pair \(index): \(smallest.error)\n\(smallest.testCase)")
        failures += 1
        if failures == 3 { return }
      }
    }
    print("\(migrated) evolutions as in SQLite, \(refused) refused as there")
    #expect(migrated > refused, "\(migrated) migrated, \(refused) refused")
    #expect(refused > 0, "\(migrated) migrated, \(refused) refused")
  }

  private static func run(
    _ testCase: EvolutionCase, _ connection: PostgresConnection
  ) throws -> Bool {
    try connection.execute("BEGIN")
    defer {
      try? connection.execute("ROLLBACK")
      try? connection.forgetStatements()
    }
    return try EvolvedTwins(testCase, on: connection).run()
  }

  /// The case without any changes and rows that are not needed for it to fail.
  private static func reduced(
    _ testCase: EvolutionCase, _ error: any Error, _ connection: PostgresConnection
  ) -> (testCase: EvolutionCase, error: any Error) {
    for smaller in testCase.reductions {
      do {
        _ = try run(smaller, connection)
      } catch let smallerError {
        return reduced(smaller, smallerError, connection)
      }
    }
    return (testCase, error)
  }
}
