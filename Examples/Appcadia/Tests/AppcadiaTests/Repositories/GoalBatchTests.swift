import AppcadiaCore
import Foundation
import SwiftData
import Synchronization
import Testing

@Suite("Goals in batches")
struct GoalBatchTests {
  @Test(arguments: StoreKind.allCases)
  func batchUpdateResetsCountsOfActiveGoals(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let context = ModelContext(container)
      let repository = SwiftDataGoalRepository(context: context)
      for number in 0..<6 {
        let goal = Goal(title: "\(number)")
        goal.isActive = number % 2 == 0
        goal.totalStamps = Int32(number)
        try await repository.createGoal(goal)
      }
      // The goal whose count is zero needs no change.
      #expect(try await repository.batchUpdateStampCounts() == 2)
      let goals = try ModelContext(container).fetch(FetchDescriptor<Goal>(sortBy: [.init(\.title)]))
      #expect(goals.map(\.totalStamps) == [0, 1, 0, 3, 0, 5])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func goalsAreFetchedWithTheirRelations(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      try await fill(container, goals: 4)
      let repository = SwiftDataGoalRepository(context: ModelContext(container))
      let goals = try await repository.fetchGoalsWithRelations()
      #expect(goals.map(\.title) == ["3", "2", "1", "0"])
      #expect(goals.map(\.stamps.count) == [3, 2, 1, 0])
      #expect(goals.map(\.dailyActions.count) == [1, 1, 1, 1])
      #expect(goals.allSatisfy { goal in goal.stamps.allSatisfy { $0.goal === goal } })
    }
  }

  @Test func statementCountDoesNotDependOnGoalCount() async throws {
    var counts: [Int] = []
    for goals in [2, 12] {
      try await StoreKind.memory.withContainer { container async throws in
        try await fill(container, goals: goals)
        let context = ModelContext(container)
        let statements = StatementCounter()
        let observation = context.observeStatements { event in
          // The store also reads its own tables once.
          if event.sql.contains(" FROM Z") { statements.add() }
        }
        defer { observation.cancel() }
        let fetched = try await SwiftDataGoalRepository(context: context).fetchGoalsWithRelations()
        let stamps = fetched.flatMap(\.stamps).map(\.date)
        let actions = fetched.flatMap(\.dailyActions).map(\.title)
        #expect(stamps.count == goals * (goals - 1) / 2)
        #expect(actions.count == goals)
        counts.append(statements.count)
      }
    }
    #expect(counts == [3, 3])
  }

  @Test func countsAreRestoredFromStamps() async throws {
    try await StoreKind.memory.withContainer { container async throws in
      try await fill(container, goals: 4)
      let repository = SwiftDataGoalRepository(context: ModelContext(container))
      #expect(try await repository.recount().isEmpty)
      try await repository.batchUpdateStampCounts()
      #expect(try await repository.recount().map(\.title) == ["3", "2", "1"])
      let goals = try await repository.fetchActiveGoals()
      #expect(goals.map(\.totalStamps) == [3, 2, 1, 0])
      #expect(goals.map(\.bestStreak) == [3, 2, 1, 0])
    }
  }

  /// Stores numbered goals; each has as many stamps as its number, and one daily action.
  private func fill(_ container: ModelContainer, goals count: Int) async throws {
    let context = ModelContext(container)
    let repository = SwiftDataGoalRepository(context: context)
    let book = StampBook(context: context, timeZone: .gmt)
    for number in 0..<count {
      let goal = Goal(
        title: "\(number)", createdAt: Date(timeIntervalSince1970: Double(number)))
      try await repository.createGoal(goal)
      try ActionRepository(context: context).add("read", to: goal)
      for day in 0..<number { try book.stamp(goal, on: Day(number: day)) }
    }
  }
}

/// Counts statements on any thread.
private final class StatementCounter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
