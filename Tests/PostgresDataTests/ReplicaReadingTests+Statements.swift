import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import savepostgres

// Bulk operations on models, and reads that a replica cancels.

extension ReplicaReadingTests {
  /// A container that reads from a replica with the crates 1 to 8.
  private func filledContainer() throws -> ModelContainer {
    let context = ModelContext(try store.container())
    for number in 1...8 { context.insert(Crate(number: number)) }
    try context.save()
    try store.waitForReplica(1)
    return try store.container(readingFrom: [1]) { $0.replicas?.catchUpWait = .seconds(20) }
  }

  @Test func aggregatesAreReadFromReplicas() throws {
    let container = try filledContainer()
    let context = ModelContext(container)
    let all = FetchDescriptor<Crate>()
    let before = try #require(container.metrics)
    let (count, sum, last) = try context.aggregate(
      all, .count, .sum(\.number), .maximum(\.number))
    #expect(count == 8)
    #expect(sum == 36)
    #expect(last == 8)
    let high = FetchDescriptor<Crate>(predicate: #Predicate { $0.number > 6 })
    #expect(try context.fetch(high, selectingDistinct: \.number) == [7, 8])
    #expect(try context.aggregate(high, groupedBy: \.number, computing: .count).count == 2)
    let after = try #require(container.metrics)
    #expect(after.replicaReads >= before.replicaReads + 3)
    #expect(after.replicaFallbacks == before.replicaFallbacks)
  }

  /// Bulk changes run on the primary, and the next read shows them.
  @Test func setUpdatesAreShownAtOnce() throws {
    let container = try filledContainer()
    let context = ModelContext(container)
    let all = FetchDescriptor<Crate>()
    for round in 1...5 {
      #expect(try context.update(Crate.self, .increment(\.number, by: 100)) == 8)
      #expect(try context.aggregate(all, .sum(\.number)) == 36 + round * 800)
    }
    try context.delete(model: Crate.self, where: #Predicate { $0.number > 504 })
    try context.save()
    let (count, last) = try context.aggregate(all, .count, .maximum(\.number))
    #expect(count == 4)
    #expect(last == 504)
    #expect(try #require(container.metrics).replicaReads >= 6)
  }

  /// Vacuum on the primary removes rows that a read on a replica still needs; the read is then
  /// repeated on the primary.
  @Test func cancelledReplicaReadsGoToTheServer() throws {
    let container = try filledContainer()
    let (main, replica) = (
      try PostgresConnection(PostgresSettings(store.cluster.address(0))),
      try PostgresConnection(PostgresSettings(store.cluster.address(1)))
    )
    try main.execute("SET search_path TO \(store.schema)")
    // The replica cancels conflicting reads at once.
    try replica.execute("ALTER SYSTEM SET max_standby_streaming_delay = 0")
    defer {
      try? replica.execute("ALTER SYSTEM RESET max_standby_streaming_delay")
      try? replica.execute("SELECT pg_reload_conf()")
    }
    try replica.execute("SELECT pg_reload_conf()")
    // On a replica the function is slow, like a read of many rows.
    try main.execute(
      """
      CREATE FUNCTION wait() RETURNS boolean LANGUAGE plpgsql AS \
      $$ BEGIN IF pg_is_in_recovery() THEN PERFORM pg_sleep(5); END IF; RETURN true; END $$; \
      ALTER TABLE crate RENAME TO crate_rows; \
      CREATE VIEW crate AS SELECT * FROM crate_rows WHERE wait()
      """)
    try store.waitForReplica(1)
    let before = try #require(container.metrics)
    let found = Mutex<Result<Int, any Error>?>(nil)
    let reading = Thread {
      let sum = Result {
        try ModelContext(container).aggregate(FetchDescriptor<Crate>(), .sum(\.number))
      }
      found.withLock { $0 = sum }
    }
    reading.start()
    #expect(
      eventually {
        try !replica.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'").isEmpty
      })
    try main.execute("UPDATE crate_rows SET number = number + 100")
    try main.execute("VACUUM crate_rows")
    // A commit makes the server send its log; otherwise it sends it later.
    try main.execute("COMMENT ON VIEW crate IS 'sent'")
    #expect(eventually { found.withLock { $0 != nil } })
    #expect(try found.withLock { try $0?.get() } == 836)
    let after = try #require(container.metrics)
    #expect(after.replicaFailures == before.replicaFailures + 1)
    // The replica stays in use after the cancellation.
    try main.execute("DROP VIEW crate; ALTER TABLE crate_rows RENAME TO crate")
    try store.waitForReplica(1)
    #expect(try container.crates() == (101...108).map { $0 })
    #expect(try #require(container.metrics).replicaReads > after.replicaReads)
  }
}
