import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

extension ShardSuites {
  /// Rows that are partitioned by texts and by numbers.
  @Suite("Shard keys of other types")
  struct ShardedTextTests {
    @Model
    final class Shop {
      var city: String
      var number: Int

      init(city: String, number: Int) { (self.city, self.number) = (city, number) }
    }

    @Model
    final class Meter {
      var district: Int16
      var reading: Double

      init(district: Int16, reading: Double) { (self.district, self.reading) = (district, reading) }
    }

    private let store: ShardedStore

    init() throws { store = ShardedStore(servers: try Shards.Servers.shared) }

    private func container() throws -> ModelContainer {
      try store.container([Shop.self, Meter.self]) {
        $0.sharding?.keys = ["Shop": "city", "Meter": "district"]
      }
    }

    /// Both spellings of a text are found, on any server.
    @Test func allSpellingsOfATextAreFound() throws {
      let container = try container()
      let context = ModelContext(container)
      for (number, city) in ["Köln", "Ko\u{308}ln", "Bonn", "Aachen", "Bonn"].enumerated() {
        context.insert(Shop(city: city, number: number))
        try context.save()
      }
      for (city, numbers) in [("Köln", [0, 1]), ("Bonn", [2, 4]), ("Trier", [])] {
        let found = try ModelContext(container).fetch(
          FetchDescriptor<Shop>(
            predicate: #Predicate { $0.city == city }, sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == numbers)
      }
    }

    @Test func fetchesByShardKeyReadOnePartition() throws {
      let container = try container()
      let context = ModelContext(container)
      let seen = Mutex<[String]>([])
      let observation = context.observeStatements { event in
        seen.withLock { $0.append(event.sql) }
      }
      let (city, district) = ("Bonn", Int16(7))
      _ = try context.fetch(FetchDescriptor<Shop>(predicate: #Predicate { $0.city == city }))
      _ = try context.fetch(
        FetchDescriptor<Meter>(predicate: #Predicate { $0.district == district }))
      observation.cancel()
      let statements = seen.withLock { $0 }
      #expect(statements.count == 2)
      for (place, (statement, value)) in zip(statements, ["'Bonn'", "7"]).enumerated() {
        for mode in ["generic", "custom"] {
          let connection = try store.servers.connection(0)
          try connection.execute(
            """
            SET search_path TO \(store.schema); SET plan_cache_mode TO force_\(mode)_plan; \
            PREPARE asked AS \(statement)
            """)
          let plan = try connection.rows("EXPLAIN (ANALYZE, COSTS OFF) EXECUTE asked(\(value))")
          let scans = plan.compactMap(\.[0].text).filter { $0.contains("Foreign Scan") }
          #expect(scans.count == 1, "\(place): \(statement)")
        }
      }
    }
  }
}
