import AppcadiaCore
import Foundation
import SwiftData
import Testing

@Suite("Trainer repository")
struct TrainerRepositoryTests {
  private func withTrainers(
    _ kind: StoreKind = .memory,
    _ body: (TrainerRepository, ModelContext, ModelContainer) async throws -> Void
  ) async throws {
    try await kind.withContainer { container async throws in
      let context = ModelContext(container)
      try StarterTrainers.install(in: context)
      try await body(TrainerRepository(context: context), context, container)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func starterTrainersAreInstalledOnce(_ kind: StoreKind) async throws {
    try await withTrainers(kind) { repository, context, container async throws in
      try StarterTrainers.install(in: ModelContext(container))
      let trainers = try repository.trainers()
      #expect(trainers.map(\.type) == ["energetic", "calm", "strict"])
      #expect(trainers.allSatisfy { $0.rewards.count == 4 && !$0.isSelected })
      #expect(
        trainers.allSatisfy { trainer in trainer.rewards.allSatisfy { $0.trainerId == trainer.id } }
      )
      #expect(try context.count(Reward.self) == 12)
      #expect(try repository.selected() == nil)
      #expect(try repository.rewards(of: trainers[1]).map(\.threshold) == [1, 7, 30, 100])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func exactlyOneTrainerIsSelected(_ kind: StoreKind) async throws {
    try await withTrainers(kind) { repository, context, container async throws in
      let trainers = try repository.trainers()
      for index in [0, 2, 2, 1] {
        try repository.choose(id: trainers[index].id)
        let selected = try ModelContext(container).fetch(
          FetchDescriptor<Trainer>(predicate: #Predicate { $0.isSelected }))
        #expect(selected.map(\.id) == [trainers[index].id])
        let settings = try SettingsRepository(context: context).settings()
        #expect(settings.selectedTrainerId == trainers[index].id)
        #expect(!settings.isFirstLaunch)
      }
    }
  }

  @Test func unknownTrainersAreNamedInErrors() async throws {
    try await withTrainers { repository, _, _ async throws in
      let id = UUID()
      #expect(throws: AppcadiaError.trainerNotFound(id)) { try repository.choose(id: id) }
      #expect(try repository.selected() == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func rewardsUnlockAtTheirThresholds(_ kind: StoreKind) async throws {
    try await withTrainers(kind) { repository, context, _ async throws in
      let goal = Goal(title: "a")
      try await SwiftDataGoalRepository(context: context).createGoal(goal)
      let book = StampBook(context: context, timeZone: .gmt)
      let trainers = try repository.trainers()
      #expect(try repository.unlockEarnedRewards().isEmpty)
      try repository.choose(id: trainers[0].id)
      var unlocked: [Int: [Int32]] = [:]
      for number in 1...31 {
        try book.stamp(goal, on: Day(number: number))
        let now = Date(timeIntervalSince1970: Double(number))
        let rewards = try repository.unlockEarnedRewards(at: now)
        #expect(rewards.allSatisfy { $0.isUnlocked && $0.unlockedAt == now })
        if !rewards.isEmpty { unlocked[number] = rewards.map(\.threshold) }
      }
      #expect(unlocked == [1: [1], 7: [7], 30: [30]])
      let (_, late) = try repository.choose(id: trainers[1].id)
      #expect(late.map(\.threshold) == [1, 7, 30])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func deletionOfATrainerDeletesItsRewards(_ kind: StoreKind) async throws {
    try await withTrainers(kind) { repository, context, container async throws in
      let first = try repository.trainers()[0]
      let id = first.id
      try repository.choose(id: id)
      try repository.delete(id: id)
      let other = ModelContext(container)
      #expect(try other.count(Trainer.self) == 2)
      #expect(try other.count(Reward.self) == 8)
      #expect(try SettingsRepository(context: other).settings().selectedTrainerId == nil)
      #expect(try repository.selected() == nil)
    }
  }
}
