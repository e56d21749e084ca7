import AppcadiaCore
import ExampleTestSupport
import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// Changes goals in the background.
@ModelActor
private actor GoalEditor {
  func rename(_ id: UUID, to title: String) async throws {
    let repository = SwiftDataGoalRepository(context: modelContext)
    let goal = try repository.goal(id: id)
    goal.title = title
    try await repository.updateGoal(goal)
  }

  func stamp(_ id: UUID, on day: Day) throws {
    let goal = try SwiftDataGoalRepository(context: modelContext).goal(id: id)
    try StampBook(context: modelContext, timeZone: .gmt).stamp(goal, on: day)
  }

  func resetCounts() async throws {
    try await SwiftDataGoalRepository(context: modelContext).batchUpdateStampCounts()
  }
}

@Suite("Saved changes")
@MainActor
struct SavedChangesTests {
  /// Calls the body with the main context, one of its goals, and an actor that changes the goal.
  private func withGoal(
    _ kind: StoreKind, _ body: (ModelContext, Goal, GoalEditor) async throws -> Void
  ) async throws {
    try await kind.withContainer { container async throws in
      let main = container.mainContext
      let goal = Goal(title: "old", motivation: "why")
      try await SwiftDataGoalRepository(context: main).createGoal(goal)
      #expect(goal.stamps.isEmpty)
      try await body(main, goal, GoalEditor(modelContainer: container))
    }
  }

  /// Merges in a task until a condition holds.
  private func merge(
    _ changes: SavedChanges, until isDone: () -> Bool
  ) async throws {
    let merging = Task { @MainActor in try await changes.merge() }
    defer { merging.cancel() }
    #expect(try await eventually(isDone))
  }

  @Test(arguments: StoreKind.allCases)
  func savedChangesReachModelsInMemory(_ kind: StoreKind) async throws {
    try await withGoal(kind) { main, goal, editor in
      let changes = SavedChanges(for: main)
      try await editor.rename(goal.id, to: "new")
      // Nothing was fetched yet.
      #expect(goal.title == "old")
      try await merge(changes) { goal.title == "new" }
      #expect(goal.title == "new")
      #expect(goal.motivation == "why")
      #expect(!main.hasChanges)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func relatedModelsAreMerged(_ kind: StoreKind) async throws {
    try await withGoal(kind) { main, goal, editor in
      let changes = SavedChanges(for: main)
      try await editor.stamp(goal.id, on: Day(number: 1))
      try await merge(changes) { goal.totalStamps == 1 }
      #expect(goal.totalStamps == 1)
      #expect(goal.currentStreak == 1)
      #expect(goal.stamps.map(\.day) == [Day(number: 1)])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func unsavedChangesAreKept(_ kind: StoreKind) async throws {
    try await withGoal(kind) { main, goal, editor in
      let changes = SavedChanges(for: main)
      goal.motivation = "because"
      try await editor.rename(goal.id, to: "new")
      try await merge(changes) { goal.title == "new" }
      #expect(goal.title == "new")
      #expect(goal.motivation == "because")
      try main.save()
      let other = try SwiftDataGoalRepository(context: ModelContext(main.container))
        .goal(id: goal.id)
      #expect(other.title == "new")
      #expect(other.motivation == "because")
    }
  }

  @Test func observersAreNotified() async throws {
    try await withGoal(.memory) { main, goal, editor in
      let isTold = Mutex(false)
      withObservationTracking {
        _ = goal.title
      } onChange: {
        isTold.withLock { $0 = true }
      }
      let changes = SavedChanges(for: main)
      try await editor.rename(goal.id, to: "new")
      try await merge(changes) { goal.title == "new" }
      #expect(isTold.withLock { $0 })
    }
  }

  @Test func otherChangesAreMergedAfterAnOwnSave() async throws {
    try await withGoal(.memory) { main, goal, editor in
      let changes = SavedChanges(for: main)
      // One before the own save, and one after it.
      try await editor.rename(goal.id, to: "new")
      goal.motivation = "own"
      try main.save()
      try await editor.stamp(goal.id, on: Day(number: 1))
      try await merge(changes) { goal.title == "new" && goal.totalStamps == 1 }
      #expect(goal.title == "new")
      #expect(goal.totalStamps == 1)
      #expect(goal.motivation == "own")
    }
  }

  @Test func changesAppearAtTheNextFetchWithoutMerging() async throws {
    try await withGoal(.memory) { main, goal, editor in
      try await editor.rename(goal.id, to: "new")
      main.processPendingChanges()
      try main.save()
      #expect(goal.title == "old")
      _ = try main.fetch(FetchDescriptor<Goal>())
      #expect(goal.title == "new")
    }
  }

  @Test(arguments: [StoreKind.memory, .file])
  func manyChangedRowsAreFetchedInOneStatement(_ kind: StoreKind) async throws {
    try await withGoal(kind) { main, goal, editor in
      let goals = (0..<1_000).map { Goal(title: "\($0)") }
      for goal in goals {
        goal.totalStamps = 7
        main.insert(goal)
      }
      try main.save()
      let changes = SavedChanges(for: main)
      try await editor.resetCounts()
      let count = Mutex(0)
      let observation = main.observeStatements { event in
        if event.sql.contains("ZGOAL") { count.withLock { $0 += 1 } }
      }
      try await merge(changes) { goals.allSatisfy { $0.totalStamps == 0 } }
      observation.cancel()
      #expect(goals.allSatisfy { $0.totalStamps == 0 })
      #expect(count.withLock(\.self) == 1)
    }
  }
}
