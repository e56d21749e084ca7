import AppcadiaCore
import Foundation
import SwiftData
import Testing

/// Works with goals in the background.
@ModelActor
private actor GoalWorker {
  func add(_ titles: [String]) async throws {
    let repository = SwiftDataGoalRepository(context: modelContext)
    for title in titles { try await repository.createGoal(Goal(title: title)) }
  }

  func activeTitles() async throws -> [String] {
    let repository: any GoalRepository = SwiftDataGoalRepository(context: modelContext)
    return try await repository.fetchActiveGoals().map(\.title)
  }
}

@Suite("Isolation of repositories")
struct IsolationTests {
  @Test(arguments: StoreKind.allCases)
  @MainActor
  func repositoriesServeTheMainActorAndOthers(_ kind: StoreKind) async throws {
    try await kind.withContainer { container async throws in
      let main = SwiftDataGoalRepository(context: container.mainContext)
      try await main.createGoal(Goal(title: "main"))
      let workers = (0..<3).map { _ in GoalWorker(modelContainer: container) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, worker) in workers.enumerated() {
          group.addTask { try await worker.add((0..<5).map { "\(index).\($0)" }) }
        }
        try await group.waitForAll()
      }
      let expected = Set((0..<3).flatMap { index in (0..<5).map { "\(index).\($0)" } } + ["main"])
      #expect(Set(try await main.fetchActiveGoals().map(\.title)) == expected)
      #expect(Set(try await workers[0].activeTitles()) == expected)
    }
  }
}
