import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Transactions on another program's tables that conflict.
@Suite("Transactions on another program's tables", .enabled(if: PostgresServer.isInstalled))
struct MappedTransactionTests {
  private let database: AgencyDatabase

  init() throws { database = try AgencyDatabase() }

  /// Which attempts of transactions run at the same time.
  private struct Attempts {
    var running: [Int] = []
    /// The highest number of simultaneous attempts after two or more conflicts.
    var mostInTurn = 0
    var repetitions = 0

    mutating func begin(_ attempt: Int) {
      running.append(attempt)
      if attempt > 1 { repetitions += 1 }
      mostInTurn = max(mostInTurn, running.count(where: { $0 > 2 }))
    }

    mutating func end(_ attempt: Int) {
      if let index = running.firstIndex(of: attempt) { running.remove(at: index) }
    }
  }

  /// Transactions that conflicted twice run one after the other, whichever container they are of.
  @Test func conflictingTransactionsTakeTurns() throws {
    let containers = try (0..<2).map { _ in try database.container(allowsSave: true) }
    let problems = Mutex<[String]>([])
    let attempts = Mutex(Attempts())
    onThreads(8) { thread in
      for _ in 0..<20 {
        do {
          let context = ModelContext(containers[thread % 2])
          var attempt = 0
          try context.transaction(.serializable) {
            attempt += 1
            let number = attempt
            attempts.withLock { $0.begin(number) }
            defer { attempts.withLock { $0.end(number) } }
            let trip = try context.fetch(
              FetchDescriptor<Agency.Trip>(predicate: #Predicate { $0.code == "c1" }))[0]
            // Others begin meanwhile.
            usleep(3_000)
            trip.seats += 1
          }
        } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(
      try database.connection.rows("SELECT seats FROM trips_v2 WHERE code = 'c1'")
        == [[.integer(161)]])
    let found = attempts.withLock { $0 }
    #expect(found.mostInTurn == 1)
    // Each transaction fails at most twice before its turn, and each that did not wait for its turn
    // makes at most one fail that did.
    #expect(found.repetitions <= 8 * 20 * 3)
    #expect(try locks().isEmpty)
  }

  /// The locks of the tables that some connection still has.
  private func locks() throws -> [[SQLValue]] {
    try database.connection.rows(
      """
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid IN \
      (SELECT oid FROM pg_class WHERE relnamespace = '\(database.schema)'::regnamespace)
      """)
  }
}
