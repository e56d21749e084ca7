import Foundation
import SwiftData

/// Manages trainers and their rewards.
package struct TrainerRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// All trainers, oldest first.
  package func trainers() throws -> [Trainer] {
    try context.fetch(
      FetchDescriptor<Trainer>(sortBy: [SortDescriptor(\.createdAt), SortDescriptor(\.name)]))
  }

  /// The trainer that the user chose; nil if there is none.
  package func selected() throws -> Trainer? {
    var request = FetchDescriptor<Trainer>(
      predicate: #Predicate { $0.isSelected == true }, sortBy: [SortDescriptor(\.createdAt)])
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// Chooses a trainer instead of the current one, unlocks the rewards already earned, and saves.
  ///
  /// - Parameters:
  ///   - id: The trainer's identifier.
  ///   - now: The current time.
  /// - Returns: The trainer, and the rewards that were unlocked.
  /// - Throws: `AppcadiaError.trainerNotFound`, or an error of the store.
  @discardableResult
  package func choose(
    id: UUID, at now: Date = .now
  ) throws -> (trainer: Trainer, unlocked: [Reward]) {
    try context.serially {
      let trainer = try trainer(id: id)
      let others = FetchDescriptor<Trainer>(
        predicate: #Predicate { $0.isSelected == true && $0.id != id })
      for other in try context.fetch(others) { other.isSelected = false }
      trainer.isSelected = true
      let settings = try SettingsRepository(context: context).settings(at: now)
      settings.selectedTrainerId = id
      settings.isFirstLaunch = false
      settings.updatedAt = now
      return (trainer, try unlock(for: trainer, at: now))
    }
  }

  /// Unlocks the rewards of the chosen trainer that the stamps have earned, and saves.
  ///
  /// - Parameter now: The current time.
  /// - Returns: The rewards unlocked now, sorted by the required stamps; empty if no trainer is
  ///   chosen.
  /// - Throws: An error of the store.
  @discardableResult
  package func unlockEarnedRewards(at now: Date = .now) throws -> [Reward] {
    try context.serially {
      guard let trainer = try selected() else { return [] }
      return try unlock(for: trainer, at: now)
    }
  }

  /// The rewards of a trainer, sorted by the required stamps.
  package func rewards(of trainer: Trainer) throws -> [Reward] {
    let id = trainer.id
    return try context.fetch(
      FetchDescriptor<Reward>(
        predicate: #Predicate { $0.trainerId == id },
        sortBy: [SortDescriptor(\.threshold), SortDescriptor(\.name)]))
  }

  /// Deletes a trainer with its rewards.
  ///
  /// - Throws: `AppcadiaError.trainerNotFound`, or an error of the store.
  package func delete(id: UUID) throws {
    try context.serially {
      context.delete(try trainer(id: id))
      let settings = try SettingsRepository(context: context).settings()
      if settings.selectedTrainerId == id { settings.selectedTrainerId = nil }
    }
  }

  /// The number of stamps that count for rewards: those of all goals and types.
  package func stampCount() throws -> Int { try context.fetchCount(FetchDescriptor<Stamp>()) }

  private func trainer(id: UUID) throws -> Trainer {
    var request = FetchDescriptor<Trainer>(predicate: #Predicate { $0.id == id })
    request.fetchLimit = 1
    guard let trainer = try context.fetch(request).first else {
      throw AppcadiaError.trainerNotFound(id)
    }
    return trainer
  }

  private func unlock(for trainer: Trainer, at now: Date) throws -> [Reward] {
    let (id, count) = (trainer.id, Int32(clamping: try stampCount()))
    let earned = try context.fetch(
      FetchDescriptor<Reward>(
        predicate: #Predicate {
          $0.trainerId == id && $0.threshold <= count && $0.isUnlocked == false
        },
        sortBy: [SortDescriptor(\.threshold), SortDescriptor(\.name)]))
    for reward in earned {
      reward.isUnlocked = true
      reward.unlockedAt = now
    }
    return earned
  }
}
