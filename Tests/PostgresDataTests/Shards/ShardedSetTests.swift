import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

extension ShardSuites {
  /// Bulk operations on models whose rows are on several servers.
  @Suite("Set operations with shards")
  struct ShardedSetTests {
    private typealias Goal = Shards.Goal
    private typealias Step = Shards.Step

    private static let shardCounts = TestRun.isShort ? [2] : [2, 0]

    /// A container with goals of two owners on different servers, with weights from 0 to 7.
    private func fill(
      _ shardCount: Int, allowingAll: Bool = true
    ) throws -> (container: ModelContainer, owners: [UUID]) {
      let store = ShardedStore(servers: try Shards.Servers.shared, shardCount: shardCount)
      let container = try store.container {
        $0.sharding?.allowsSavesAcrossServers = allowingAll
      }
      let owners = try store.distantOwners(container)
      for (place, owner) in owners.enumerated() {
        let context = ModelContext(container)
        for number in 0..<4 {
          let goal = Goal(ownerID: owner, title: "goal \(number)", weight: number * 2 + place)
          context.insert(goal)
          goal.steps = (0..<number).map { Step($0, of: goal) }
        }
        try context.save()
      }
      return (container, owners)
    }

    private func weights(_ container: ModelContainer) throws -> [Int] {
      try ModelContext(container).fetch(
        FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.weight)])
      ).map(\.weight)
    }

    @Test(arguments: shardCounts) func aggregatesCoverAllServers(_ shardCount: Int) throws {
      let (container, owners) = try fill(shardCount)
      let context = ModelContext(container)
      let all = FetchDescriptor<Goal>()
      let numbers = try context.aggregate(
        all, .count, .sum(\.weight), .average(\.weight), .minimum(\.weight), .maximum(\.weight),
        .countDistinct(\.title))
      #expect(numbers == (8, 28, 3.5, 0, 7, 4))
      let owner = owners[1]
      let own = FetchDescriptor<Goal>(predicate: #Predicate { $0.ownerID == owner })
      #expect(try context.aggregate(own, .sum(\.weight), .count) == (16, 4))
      let groups = try context.aggregate(
        all, groupedBy: \.title, computing: .count, .sum(\.weight))
      #expect(groups.map(\.key) == (0..<4).map { "goal \($0)" })
      #expect(groups.map(\.values.0) == [2, 2, 2, 2])
      #expect(groups.map(\.values.1) == [1, 5, 9, 13])
      let byOwner = try context.aggregate(all, groupedBy: \.ownerID, computing: .sum(\.weight))
      let sums = byOwner.map { ($0.key, $0.values) }
      #expect(Dictionary(uniqueKeysWithValues: sums) == [owners[0]: 12, owners[1]: 16])
      #expect(try context.fetch(all, selectingDistinct: \.title).count == 4)
      let heavy = FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.weight, order: .reverse)])
      let rows = try context.fetch(heavy, selecting: \.weight, \.ownerID)
      #expect(rows.map(\.0) == (0..<8).reversed())
      #expect(rows.map(\.1) == (0..<8).reversed().map { owners[$0 % 2] })
      let steps = FetchDescriptor<Step>(predicate: #Predicate { ($0.goal?.weight ?? 0) > 4 })
      let (count, last) = try context.aggregate(steps, .count, .maximum(\.number))
      #expect(count == 8)
      #expect(last == 2)
    }

    @Test(arguments: shardCounts) func setOperationsChangeAllServers(_ shardCount: Int) throws {
      let (container, owners) = try fill(shardCount)
      let context = ModelContext(container)
      let count = try context.update(
        Goal.self, where: #Predicate { $0.weight > 5 }, .increment(\.weight, by: 10))
      #expect(count == 2)
      #expect(try weights(container) == [0, 1, 2, 3, 4, 5, 16, 17])
      // Titles are unique per owner.
      let owner = owners[0]
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.update(
          Goal.self, where: #Predicate { $0.ownerID == owner }, .set(\.title, to: "same"))
      }
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.update(
          Goal.self, .set(\.ownerID, to: owners[1]), .increment(\.weight, by: 1))
      }
      #expect(try weights(container) == [0, 1, 2, 3, 4, 5, 16, 17])
      try context.delete(model: Goal.self, where: #Predicate { $0.title == "goal 3" })
      try context.save()
      #expect(try weights(container) == [0, 1, 2, 3, 4, 5])
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Step>()) == 6)
    }

    /// A change of two servers is refused like a save, before anything changes.
    @Test func setOperationsOnTwoServersAreRefused() throws {
      let (container, owners) = try fill(2, allowingAll: false)
      let context = ModelContext(container)
      let error = #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.update(Goal.self, .increment(\.weight, by: 100))
      }
      #expect(error.map { "\($0)".contains("models on 2 servers") } == true)
      #expect(try weights(container) == Array(0..<8))
      let owner = owners[0]
      try context.update(
        Goal.self, where: #Predicate { $0.ownerID == owner }, .increment(\.weight, by: 100))
      #expect(try weights(container) == [1, 3, 5, 7, 100, 102, 104, 106])
      try context.delete(model: Goal.self, where: #Predicate { $0.weight > 100 })
      try context.save()
      #expect(try weights(container) == [1, 3, 5, 7, 100])
    }
  }
}
