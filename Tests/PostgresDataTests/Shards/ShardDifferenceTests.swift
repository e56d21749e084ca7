import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

extension ShardSuites {
  /// Runs the same random program on an ordinary store, on local partitions, and on partitions on
  /// other servers.
  @Suite("Random programs on shards")
  struct ShardDifferenceTests {
    private typealias Goal = Shards.Goal
    private typealias Step = Shards.Step

    /// A random program for any store.
    private struct Program {
      let container: ModelContainer
      var generator: SeededGenerator

      private mutating func number(_ range: Range<Int>) -> Int {
        Int.random(in: range, using: &generator)
      }

      private static func goals(_ context: ModelContext) throws -> [Goal] {
        try context.fetch(
          FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.title), SortDescriptor(\.ownerID)]))
      }

      /// Runs one step, and returns its result.
      mutating func step() throws -> String {
        let context = ModelContext(container)
        let owner = Shards.owner(number(0..<6))
        let goals = try Self.goals(context).filter { $0.ownerID == owner }
        switch number(0..<9) {
        case 0..<3:
          for _ in 0..<number(1..<5) { insert(context, owner) }
        case 3:
          for goal in goals where number(0..<4) == 0 {
            goal.weight = number(0..<100)
            if number(0..<3) == 0 { goal.title = "t\(number(0..<12))" }
          }
        case 4:
          // A step moves to another goal of the same owner.
          guard let goal = goals.randomElement(using: &generator) else { break }
          let others = goals.filter { $0.ownerID == goal.ownerID }
          for step in goal.steps.sorted(by: { $0.number < $1.number }) {
            step.goal = others.randomElement(using: &generator)
          }
        case 5:
          if let goal = goals.randomElement(using: &generator) { context.delete(goal) }
        case 6:
          let weight = number(0..<100)
          let changed = try context.update(
            Goal.self, where: #Predicate { $0.ownerID == owner }, .set(\.weight, to: weight))
          return "updated \(changed)"
        case 7:
          let limit = number(0..<15)
          try context.delete(
            model: Step.self,
            where: #Predicate { $0.ownerID == owner && $0.number < limit && $0.number > 4 })
        default: return try question(context)
        }
        try context.save()
        return "saved"
      }

      private mutating func insert(_ context: ModelContext, _ owner: UUID) {
        let goal = Goal(
          ownerID: owner, title: "t\(number(0..<12))", weight: number(0..<100)
        )
        context.insert(goal)
        for _ in 0..<number(0..<4) { _ = Step(number(0..<20), of: goal) }
      }

      private mutating func question(_ context: ModelContext) throws -> String {
        let (owner, weight, limit) = (Shards.owner(number(0..<6)), number(0..<100), number(1..<6))
        var fetch = FetchDescriptor<Goal>(
          predicate: #Predicate {
            ($0.ownerID == owner || $0.weight > weight) && $0.steps.contains { $0.number > 3 }
          }, sortBy: [SortDescriptor(\.weight), SortDescriptor(\.title), SortDescriptor(\.ownerID)])
        fetch.fetchLimit = limit
        let found = try context.fetch(fetch).map { "\($0.title) \($0.weight)" }
        let steps = try context.fetchCount(
          FetchDescriptor<Step>(
            predicate: #Predicate { $0.ownerID == owner && ($0.goal?.weight ?? 0) > weight }))
        return "\(found) \(steps)"
      }

      /// The contents of the store.
      func contents() throws -> [String] {
        let context = ModelContext(container)
        let goals = try Self.goals(context).map { goal in
          "\(goal.ownerID) \(goal.title) \(goal.weight) \(goal.steps.map(\.number).sorted())"
        }
        let steps = try context.fetch(FetchDescriptor<Step>()).map { step in
          "\(step.ownerID) \(step.number) \(step.goal?.title ?? "none")"
        }
        return goals + steps.sorted()
      }
    }

    @Test func programsBehaveTheSameOnEachStore() throws {
      let servers = try Shards.Servers.shared
      for round in 0..<TestRun.count(30, atLeast: 1) {
        let seed = TestRun.seed(UInt64(900 + round))
        var programs = try [0, 0, 2].enumerated().map { place, shardCount in
          let store = ShardedStore(servers: servers, shardCount: shardCount)
          let container = try store.container {
            if place == 0 { $0.sharding = nil }
          }
          return Program(container: container, generator: SeededGenerator(seed: seed))
        }
        for step in 0..<TestRun.count(40, atLeast: 24) {
          let results = try programs.indices.map { try programs[$0].step() }
          try #require(
            Set(results).count == 1, "\(TestRun.comment), round \(round), step \(step): \(results)")
          guard step % 4 == 3 else { continue }
          let contents = try programs.map { try $0.contents() }
          try #require(
            contents[0] == contents[1], "\(TestRun.comment), round \(round), step \(step)")
          try #require(
            contents[0] == contents[2], "\(TestRun.comment), round \(round), step \(step)")
        }
      }
    }
  }
}
