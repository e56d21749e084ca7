import AppcadiaCore
import Foundation
import SwiftData
import Testing

@Suite("Goal repository")
struct GoalRepositoryTests {
  @Test(arguments: StoreKind.allCases)
  func everyPropertyOfAGoalIsStored(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let end = try #require(Day("2026-12-31"))
      let goal = Goal(
        title: "英語", category: "学習", targetDescription: "毎日話す",
        createdAt: Date(timeIntervalSince1970: 1_700_000_000), targetEnd: end, motivation: "旅",
        difficulty: 5)
      try await SwiftDataGoalRepository(context: ModelContext(container)).createGoal(goal)

      let other = SwiftDataGoalRepository(context: ModelContext(container))
      let read = try other.goal(id: goal.id)
      #expect(read !== goal)
      #expect([read.title, read.category, read.motivation] == ["英語", "学習", "旅"])
      #expect(read.targetDescription == "毎日話す")
      #expect(read.createdAt == goal.createdAt)
      #expect(read.targetEndDate.map(Day.init(date:)) == end)
      #expect(read.difficulty == 5)
      #expect(read.isActive)
      #expect(read.totalStamps == 0)
      #expect(read.lastStampDate == nil)
      #expect(read.stamps.isEmpty)
      #expect(read.dailyActions.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func activeGoalsAreFetchedNewestFirst(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let repository = SwiftDataGoalRepository(context: ModelContext(container))
      for number in [2, 0, 3, 1] {
        let goal = Goal(
          title: "\(number)", createdAt: Date(timeIntervalSince1970: Double(number) * 1_000))
        try await repository.createGoal(goal)
        if number == 1 {
          goal.isActive = false
          try await repository.updateGoal(goal)
        }
      }
      #expect(try await repository.fetchActiveGoals().map(\.title) == ["3", "2", "0"])
      let other = SwiftDataGoalRepository(context: ModelContext(container))
      #expect(try await other.fetchActiveGoals().map(\.title) == ["3", "2", "0"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func deletionOfAGoalDeletesItsStampsAndActions(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let context = ModelContext(container)
      let repository = SwiftDataGoalRepository(context: context)
      let book = StampBook(context: context, timeZone: .gmt)
      let actions = ActionRepository(context: context)
      let goals = [Goal(title: "a"), Goal(title: "b")]
      for goal in goals {
        try await repository.createGoal(goal)
        try actions.add("read", to: goal)
        for number in 1...3 { try book.stamp(goal, on: Day(number: number)) }
      }
      try await repository.deleteGoal(id: goals[0].id)
      let other = ModelContext(container)
      #expect(try other.fetch(FetchDescriptor<Goal>()).map(\.title) == ["b"])
      #expect(try other.fetch(FetchDescriptor<Stamp>()).map(\.goal?.title) == ["b", "b", "b"])
      #expect(try other.fetch(FetchDescriptor<DailyAction>()).map(\.goal?.title) == ["b"])
      #expect(try other.count(Stamp.self) == 3)
    }
  }

  @Test func unknownGoalsAreNamedInErrors() async throws {
    try await StoreKind.memory.withContainer { container async throws in
      let repository = SwiftDataGoalRepository(context: ModelContext(container))
      let id = UUID()
      await #expect(throws: AppcadiaError.goalNotFound(id)) {
        try await repository.deleteGoal(id: id)
      }
      let stray = Goal(title: "stray")
      await #expect(throws: AppcadiaError.goalNotFound(stray.id)) {
        try await repository.updateGoal(stray)
      }
      let deleted = Goal(title: "deleted")
      try await repository.createGoal(deleted)
      try await repository.deleteGoal(id: deleted.id)
      await #expect(throws: AppcadiaError.goalNotFound(deleted.id)) {
        try await repository.updateGoal(deleted)
      }
    }
  }

  @Test func invalidGoalsAreRefused() async throws {
    try await StoreKind.memory.withContainer { container async throws in
      let context = ModelContext(container)
      let repository = SwiftDataGoalRepository(context: context)
      await #expect(throws: AppcadiaError.emptyTitle) {
        try await repository.createGoal(Goal(title: " \n"))
      }
      for difficulty in [Int16.min, 0, 6] {
        await #expect(throws: AppcadiaError.difficultyOutOfRange(Int(difficulty))) {
          try await repository.createGoal(Goal(title: "x", difficulty: difficulty))
        }
      }
      #expect(try context.count(Goal.self) == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func titleOfAnotherGoalIsRefused(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let repository = SwiftDataGoalRepository(context: ModelContext(container))
      let first = Goal(title: " Éclair ")
      try await repository.createGoal(first)
      #expect(first.title == "Éclair")
      let taken = AppcadiaError.titleTaken("Éclair", by: first.id)
      await #expect(throws: taken) { try await repository.createGoal(Goal(title: "ÉCLAIR")) }
      let second = Goal(title: "Other")
      try await repository.createGoal(second)
      second.title = "éclair\n"
      await #expect(throws: taken) { try await repository.updateGoal(second) }
      first.title = "éclair"
      second.title = "Other"
      try await repository.updateGoal(first)
      #expect(try await repository.fetchActiveGoals().map(\.title) == ["Other", "éclair"])
    }
  }
}
