import Foundation
import PostgresDriver
import RandomTesting
import SQLCore
import Testing

/// Programs that migrate a store at the same time, or are killed while they do.
@Suite("Programs that migrate a store in a PostgreSQL", .enabled(if: Depot.canRun))
struct MigratingProgramsTests {
  @Test func programsThatStartTogetherMigrateOnce() throws {
    let depot = try Depot(rowCount: 5_000)
    let runs = try (0..<8).map { _ in try depot.migrate() }
    let texts = runs.map { $0.text() }
    #expect(texts.filter { $0 == "began\nmigrated 5000\n" }.count == 1, "\(texts)")
    #expect(texts.filter { $0 == "found 5000\n" }.count == 7, "\(texts)")
    #expect(try depot.checkedVersion() == "3.0.0")
  }

  @Test func killedProgramsLeaveTheOldOrNewStore() throws {
    var generator = SeededGenerator(seed: TestRun.seed(7))
    let duration = try Self.duration()
    var versions: [String: Int] = [:]
    for round in 0..<TestRun.count(200, atLeast: 10) {
      let depot = try Depot(rowCount: 20_000)
      let run = try depot.migrate()
      if round == 0 || generator.next() % 10 != 0 { run.waitForOutput() }
      let time = round == 0 ? 0 : Double.random(in: 0...1.1, using: &generator)
      usleep(UInt32(time * duration * 1_000_000))
      run.kill()
      try Self.waitForTheServer(depot)
      let version = try depot.checkedVersion()
      #expect(["1.0.0", "3.0.0"].contains(version), "\(TestRun.comment), round \(round)")
      versions[version, default: 0] += 1
      if round % 5 == 0 {
        #expect(try depot.migrate().text().hasSuffix(" 20000\n"))
        #expect(try depot.checkedVersion() == "3.0.0")
      }
      try depot.connection.execute("DROP SCHEMA \(depot.schema) CASCADE")
    }
    print("Stores of killed programs: \(versions)")
    #expect(versions["1.0.0", default: 0] > 0, "\(versions), \(TestRun.comment)")
  }

  @Test func lostConnectionsLeaveTheOldOrNewStore() throws {
    let depot = try Depot(rowCount: 20_000)
    for _ in 0..<3 {
      let run = try depot.migrate()
      let start = run.waitForOutput()
      try depot.connection.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_locks WHERE mode = 'ExclusiveLock' \
        AND relation = 'openswiftdata_store'::regclass
        """)
      let text = start + run.text()
      let version = try depot.checkedVersion()
      #expect(["1.0.0", "3.0.0"].contains(version))
      // A program that lost its connection says no more; one that was quicker has a migrated store.
      if text != "began\n" {
        #expect(["began\nmigrated 20000\n", "found 20000\n"].contains(text))
        #expect(version == "3.0.0")
      }
    }
    #expect(try depot.migrate().text().hasSuffix(" 20000\n"))
    #expect(try depot.checkedVersion() == "3.0.0")
  }

  /// Waits until the server has detected that a program ended, and has rolled back its transaction.
  private static func waitForTheServer(_ depot: Depot) throws {
    for _ in 0..<500 {
      let rows = try depot.connection.rows(
        """
        SELECT 1 FROM pg_locks WHERE relation = 'openswiftdata_store'::regclass \
        AND mode = 'ExclusiveLock'
        """)
      if rows.isEmpty { return }
      usleep(20_000)
    }
  }

  /// The duration of a migration in seconds.
  private static func duration() throws -> Double {
    let run = try Depot(rowCount: 20_000).migrate()
    run.waitForOutput()
    let start = ContinuousClock.now
    _ = run.text()
    return start.duration(to: .now) / .seconds(1)
  }
}
