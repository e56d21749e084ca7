import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

extension ShardSuites {
  /// Uses of models whose rows are on several servers.
  @Suite("Programs with shards")
  struct ShardingTests {
    private typealias Goal = Shards.Goal
    private typealias Step = Shards.Step
    private typealias Notice = Shards.Notice

    /// With partitions on two servers, and with local partitions only.
    private static let shardCounts = TestRun.isShort ? [2] : [2, 0]
    /// Also with an ordinary store, if there is time for all.
    private static let allCounts = TestRun.isShort ? [2] : TestRun.isWhole ? [2, 0, -1] : [2, -1]

    private func store(_ shardCount: Int) throws -> ShardedStore {
      ShardedStore(servers: try Shards.Servers.shared, shardCount: shardCount)
    }

    /// Saves goals of some owners, with three steps each; one save per owner.
    @discardableResult
    private func fill(_ container: ModelContainer, owners: Int, goals: Int = 2) throws -> [UUID] {
      let context = ModelContext(container)
      return try (0..<owners).map { number in
        let owner = Shards.owner(number)
        for place in 0..<goals {
          let goal = Goal(ownerID: owner, title: "goal \(place)", weight: number * 10 + place)
          context.insert(goal)
          goal.steps = (0..<3).map { Step($0, of: goal) }
        }
        try context.save()
        return owner
      }
    }

    @Test(arguments: [2, 0]) func rowsOfAnOwnerAreKeptTogether(_ shardCount: Int) throws {
      let store = try store(shardCount)
      let owners = try fill(store.container(), owners: 12)
      var found: [String: [UUID: Int]] = [:]
      for table in ["goal", "step"] {
        let places = shardCount == 0 ? 0...0 : 1...2
        for place in places {
          let owners = try store.owners(of: table, onServer: place)
          #expect(!owners.isEmpty)
          #expect(owners.values.allSatisfy { $0 == 1 })
          found["\(table) \(place)"] = owners
        }
      }
      if shardCount > 0 {
        #expect(found["goal 1"] == found["step 1"])
        #expect(found["goal 2"] == found["step 2"])
        let (first, second) = (found["goal 1"] ?? [:], found["goal 2"] ?? [:])
        #expect(Set(first.keys).union(second.keys) == Set(owners))
        #expect(Set(first.keys).isDisjoint(with: second.keys))
        // The main server has none of them.
        #expect(try store.owners(of: "goal", onServer: 0).isEmpty)
      } else {
        #expect(Set(found["goal 0"]?.keys ?? [:].keys) == Set(owners))
      }
    }

    @Test(arguments: shardCounts) func predicatesReadShardedModels(_ shardCount: Int) throws {
      let container = try store(shardCount).container()
      let owners = try fill(container, owners: 6)
      let context = ModelContext(container)
      let owner = owners[3]
      let own = try context.fetch(
        FetchDescriptor<Goal>(
          predicate: #Predicate { $0.ownerID == owner }, sortBy: [SortDescriptor(\.title)]))
      #expect(own.map(\.title) == ["goal 0", "goal 1"])
      #expect(own.map(\.weight) == [30, 31])
      #expect(own.allSatisfy { $0.steps.map(\.number).sorted() == [0, 1, 2] })
      #expect(own.allSatisfy { goal in goal.steps.allSatisfy { $0.goal === goal } })
      #expect(try context.fetchCount(FetchDescriptor<Goal>()) == 12)
      let heavy = FetchDescriptor<Step>(
        predicate: #Predicate { ($0.goal?.weight ?? 0) >= 40 && $0.number > 0 })
      #expect(try context.fetchCount(heavy) == 8)
      var page = FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.weight, order: .reverse)])
      (page.fetchLimit, page.fetchOffset) = (3, 2)
      #expect(try context.fetch(page).map(\.weight) == [41, 40, 31])
      let identifier = try #require(own.first).persistentModelID
      let again = ModelContext(container).model(for: identifier) as? Goal
      #expect(again?.title == "goal 0")
    }

    @Test(arguments: shardCounts) func shardedModelsAreChangedAndDeleted(_ shardCount: Int) throws {
      let container = try store(shardCount).container()
      let owner = try fill(container, owners: 5)[2]
      let context = ModelContext(container)
      let all = FetchDescriptor<Goal>(
        predicate: #Predicate { $0.ownerID == owner }, sortBy: [SortDescriptor(\.title)])
      let goals = try context.fetch(all)
      (goals[0].weight, goals[1].title) = (500, "renamed")
      goals[0].steps.sorted { $0.number < $1.number }.first?.goal = goals[1]
      try context.save()
      let other = ModelContext(container)
      let found = try other.fetch(all)
      #expect(found.map(\.title) == ["goal 0", "renamed"])
      #expect(found.map(\.weight) == [500, 21])
      #expect(found.map(\.steps.count) == [2, 4])
      other.delete(found[1])
      try other.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Step>()) == 4 * 6 + 2)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 9)
    }

    /// A new model with the unique values of a stored one replaces its row.
    @Test(arguments: shardCounts) func shardedModelsAreUpserted(_ shardCount: Int) throws {
      let container = try store(shardCount).container()
      let owners = try fill(container, owners: 3)
      let context = ModelContext(container)
      context.insert(Goal(ownerID: owners[1], title: "goal 1", weight: 77))
      try context.save()
      let found = try ModelContext(container).fetch(
        FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.weight)]))
      #expect(found.map(\.weight) == [0, 1, 10, 20, 21, 77])
      // The same title of another owner is a different goal.
      let other = ModelContext(container)
      other.insert(Goal(ownerID: Shards.owner(40), title: "goal 1", weight: 78))
      try other.save()
      #expect(try other.fetchCount(FetchDescriptor<Goal>()) == 7)
      // A goal that is given another one's title replaces that one.
      let goal = try #require(found.first { $0.weight == 20 })
      let third = ModelContext(container)
      (third.model(for: goal.persistentModelID) as? Goal)?.title = "goal 1"
      try third.save()
      let weights = try ModelContext(container).fetch(
        FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.weight)])
      ).map(\.weight)
      #expect(weights == [0, 1, 10, 20, 77, 78])
    }

    @Test(arguments: shardCounts) func setOperationsChangeShardedModels(_ shardCount: Int) throws {
      let container = try store(shardCount).container {
        $0.sharding?.allowsSavesAcrossServers = true
      }
      let owner = try fill(container, owners: 6)[5]
      let context = ModelContext(container)
      try context.update(
        Goal.self, where: #Predicate { $0.ownerID == owner }, .set(\.weight, to: 1000))
      let heavy = FetchDescriptor<Goal>(predicate: #Predicate { $0.weight == 1000 })
      #expect(try context.fetchCount(heavy) == 2)
      try context.delete(model: Goal.self, where: #Predicate { $0.weight < 30 })
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 6)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Step>()) == 18)
      try context.update(Goal.self, .set(\.weight, to: 3))
      #expect(try context.fetch(FetchDescriptor<Goal>()).map(\.weight) == [3, 3, 3, 3, 3, 3])
    }

    @Test func shardedChangesAreInTheHistory() throws {
      let container = try store(2).container()
      try fill(container, owners: 2)
      let context = ModelContext(container)
      let goal = try #require(try context.fetch(FetchDescriptor<Goal>()).first)
      goal.weight = 9
      context.insert(Notice(text: "changed"))
      try context.save()
      context.delete(goal)
      try context.save()
      // The history reports it after all earlier transactions of the server ended.
      var history: [DefaultHistoryTransaction] = []
      _ = eventually {
        history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        return history.count == 4
      }
      #expect(history.map(\.changes.count) == [8, 8, 2, 4])
      let last = try #require(history.last)
      #expect(last.changes.allSatisfy { if case .delete = $0 { true } else { false } })
    }

    /// A context is notified of changes by another container.
    @Test func changesAreSeenByOtherContainers() throws {
      let store = try store(2)
      let (container, other) = (try store.container(), try store.container())
      try fill(container, owners: 1)
      let (first, second) = (ModelContext(container), ModelContext(other))
      let weights = [SortDescriptor(\Goal.weight)]
      #expect(try second.fetch(FetchDescriptor<Goal>(sortBy: weights)).map(\.weight) == [0, 1])
      let goal = try #require(try first.fetch(FetchDescriptor<Goal>(sortBy: weights)).first)
      goal.weight = 5
      try first.save()
      #expect(try second.fetch(FetchDescriptor<Goal>(sortBy: weights)).map(\.weight) == [1, 5])
    }

    @Test func shardedStoresAreErased() throws {
      let store = try store(2)
      let container = try store.container()
      try fill(container, owners: 4)
      try PostgresDataStore(
        {
          var configuration = store.configuration
          configuration.schema = Schema(Shards.types)
          return configuration
        }()
      ).erase()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 0)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Step>()) == 0)
      try fill(container, owners: 4)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Goal>()) == 8)
    }

    /// Keys that two containers create at the same time differ, and contain their time.
    @Test func containersUseDistinctKeys() throws {
      let store = try store(2)
      let containers = try (0..<3).map { _ in try store.container() }
      for container in containers { try fill(container, owners: 3, goals: 4) }
      let connection = try store.servers.connection(0)
      let rows = try connection.rows(
        "SELECT count(DISTINCT row_id), count(*), min(row_id >> 31) FROM \(store.schema).step")
      let counts = rows[0].compactMap { if case .integer(let number) = $0 { number } else { nil } }
      #expect(counts[0] == counts[1])
      #expect(counts[0] >= 36)
      let now = Date.now.timeIntervalSince1970 - 1_577_836_800
      #expect(abs(Double(counts[2]) - now) < 600)
      containers[0].closePostgresConnections()
      let free = try connection.rows(
        "SELECT count(holder) FROM \(store.schema).openswiftdata_node")
      #expect(free == [[.integer(2)]])
    }

    @Test func interruptedStoreCreationIsContinued() throws {
      let store = try store(2)
      // The main server has a table of that name, so that the store cannot be created there.
      let connection = try store.servers.connection(0)
      try connection.execute(
        """
        CREATE SCHEMA \(store.schema); SET search_path TO \(store.schema); \
        CREATE TABLE openswiftdata_written_1 (a integer)
        """)
      #expect(throws: SwiftDataError.self) { try store.container() }
      #expect(
        try store.servers.connection(2).rows(
          "SELECT 1 FROM \(store.schema).openswiftdata_shard LIMIT 1"
        ).count == 1)
      try connection.execute("DROP TABLE openswiftdata_written_1")
      try fill(store.container(), owners: 4)
      #expect(try ModelContext(store.container()).fetchCount(FetchDescriptor<Goal>()) == 8)
    }

    /// If several programs open a new store at the same time, one creates it.
    @Test(arguments: allCounts) func concurrentOpensCreateAStoreOnce(_ shardCount: Int) throws {
      let store = try store(shardCount)
      let failures = Mutex<[String]>([])
      let group = DispatchGroup()
      for number in 0..<4 {
        group.enter()
        Thread {
          defer { group.leave() }
          do {
            let context = ModelContext(try store.container())
            context.insert(Goal(ownerID: Shards.owner(number), title: "first"))
            try context.save()
          } catch { failures.withLock { $0.append("\(error)") } }
        }.start()
      }
      group.wait()
      #expect(failures.withLock { $0 } == [])
      #expect(try ModelContext(store.container()).fetchCount(FetchDescriptor<Goal>()) == 4)
    }

    /// Threads insert models with the same unique values at the same time.
    @Test(arguments: allCounts) func concurrentUpsertsInsertOnce(_ shardCount: Int) throws {
      let container = try store(shardCount).container()
      let failures = Mutex<[String]>([])
      let group = DispatchGroup()
      let (threadCount, stepCount) = (4, TestRun.count(20, atLeast: 3))
      for thread in 0..<threadCount {
        group.enter()
        Thread {
          defer { group.leave() }
          for step in 0..<stepCount {
            let context = ModelContext(container)
            let owner = Shards.owner((step + thread) % 3)
            for title in ["a", "b"] {
              let goal = Goal(ownerID: owner, title: title, weight: thread)
              context.insert(goal)
              goal.steps = [Step(thread, of: goal)]
            }
            do { try context.save() } catch { failures.withLock { $0.append("\(error)") } }
          }
        }.start()
      }
      group.wait()
      #expect(failures.withLock { $0 } == [])
      let context = ModelContext(container)
      let goals = try context.fetch(FetchDescriptor<Goal>())
      #expect(goals.count == 6)
      #expect(goals.allSatisfy { !$0.steps.isEmpty })
      let steps = try context.fetch(FetchDescriptor<Step>())
      #expect(steps.count == threadCount * stepCount * 2)
      #expect(steps.allSatisfy { $0.goal.map(\.ownerID) ?? $0.ownerID == $0.ownerID })
    }
  }
}
