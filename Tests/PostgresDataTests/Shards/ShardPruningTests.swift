import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

extension ShardSuites {
  /// The number of servers that statements access, as the main server plans them.
  @Suite("Servers that a fetch asks")
  struct ShardPruningTests {
    private typealias Goal = Shards.Goal

    private let store: ShardedStore
    private let container: ModelContainer

    init() throws {
      store = ShardedStore(servers: try Shards.Servers.shared)
      container = try store.container()
    }

    /// The statement that a read runs.
    private func statement(_ body: (ModelContext) throws -> Void) throws -> String {
      let context = ModelContext(container)
      let seen = Mutex<[String]>([])
      let observation = context.observeStatements { event in
        seen.withLock { $0.append(event.sql) }
      }
      try body(context)
      observation.cancel()
      return try #require(seen.withLock { $0 }.first { $0.contains("\"goal\"") })
    }

    /// The number of foreign scans of the statement with these values.
    private func scans(_ statement: String, _ values: String, _ mode: String) throws -> Int {
      let connection = try store.servers.connection(0)
      try connection.execute(
        """
        SET search_path TO \(store.schema); SET plan_cache_mode TO \(mode); \
        PREPARE asked AS \(statement)
        """)
      let rows = try connection.rows(
        "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE asked(\(values))")
      return rows.compactMap(\.[0].text).filter {
        $0.contains("Foreign Scan") && !$0.contains("never executed")
      }.count
    }

    private static let modes = ["force_generic_plan", "force_custom_plan"]

    @Test(arguments: modes) func fetchesByShardKeyReadOnePartition(_ mode: String) throws {
      let owner = Shards.owner(3)
      let fetch = try statement {
        _ = try $0.fetch(FetchDescriptor<Goal>(predicate: #Predicate { $0.ownerID == owner }))
      }
      #expect(try scans(fetch, "'\(owner.uuidString)'", mode) == 1)
      let narrow = try statement {
        _ = try $0.fetch(
          FetchDescriptor<Goal>(
            predicate: #Predicate { $0.ownerID == owner && $0.weight > 3 },
            sortBy: [SortDescriptor(\.title)]))
      }
      #expect(try scans(narrow, "'\(owner.uuidString)', 3", mode) == 1)
      let count = try statement {
        _ = try $0.fetchCount(FetchDescriptor<Goal>(predicate: #Predicate { $0.ownerID == owner }))
      }
      #expect(try scans(count, "'\(owner.uuidString)'", mode) == 1)
    }

    @Test(arguments: modes) func otherFetchesReadAllPartitions(_ mode: String) throws {
      let fetch = try statement {
        _ = try $0.fetch(FetchDescriptor<Goal>(predicate: #Predicate { $0.weight > 3 }))
      }
      #expect(try scans(fetch, "3", mode) == ShardedStore.partitionCount)
    }
  }
}
