import Foundation
import SwiftData

/// Keeps trainers and their rewards.
package struct TrainerRepository {
  let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// Every trainer, the first one first.
  package func trainers() throws -> [Trainer] {
    try context.fetch(
      FetchDescriptor<Trainer>(sortBy: [SortDescriptor(\.createdAt), SortDescriptor(\.name)]))
  }

  /// The trainer that the user chose, if they did.
  package func selected() throws -> Trainer? {
    var request = FetchDescriptor<Trainer>(
      predicate: #Predicate { $0.isSelected == true }, sortBy: [SortDescriptor(\.createdAt)])
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// Chooses a trainer instead of any other, gives the rewards earned already, and saves.
  /// - Parameters:
  ///   - id: The trainer's identifier.
  ///   - now: The time it is.
  /// - Returns: The trainer, and the rewards that were unlocked.
  /// - Throws: `AppcadiaError.trainerNotFound`, or an error of the store.
  @discardableResult
  package func choose(
    id: UUID, at now: Date = .now
  ) throws -> (trainer: Trainer, unlocked: [Reward]) {
    let trainer = try trainer(id: id)
    let others = FetchDescriptor<Trainer>(
      predicate: #Predicate { $0.isSelected == true && $0.id != id })
    for other in try context.fetch(others) { other.isSelected = false }
    trainer.isSelected = true
    let settings = try SettingsRepository(context: context).settings(at: now)
    settings.selectedTrainerId = id
    settings.isFirstLaunch = false
    settings.updatedAt = now
    let unlocked = try unlock(for: trainer, at: now)
    try context.save()
    return (trainer, unlocked)
  }

  /// Unlocks the rewards that the chosen trainer gives for the stamps there are, and saves.
  /// - Parameter now: The time it is.
  /// - Returns: The rewards unlocked now, the one for fewest stamps first; none without a trainer.
  /// - Throws: An error of the store.
  @discardableResult
  package func unlockEarnedRewards(at now: Date = .now) throws -> [Reward] {
    guard let trainer = try selected() else { return [] }
    let unlocked = try unlock(for: trainer, at: now)
    if !unlocked.isEmpty { try context.save() }
    return unlocked
  }

  /// The rewards of a trainer, the one for fewest stamps first.
  package func rewards(of trainer: Trainer) throws -> [Reward] {
    let id = trainer.id
    return try context.fetch(
      FetchDescriptor<Reward>(
        predicate: #Predicate { $0.trainerId == id },
        sortBy: [SortDescriptor(\.threshold), SortDescriptor(\.name)]))
  }

  /// Deletes a trainer with their rewards.
  /// - Throws: `AppcadiaError.trainerNotFound`, or an error of the store.
  package func delete(id: UUID) throws {
    context.delete(try trainer(id: id))
    let settings = try SettingsRepository(context: context).settings()
    if settings.selectedTrainerId == id { settings.selectedTrainerId = nil }
    try context.save()
  }

  /// How many stamps rewards are given for: those of every goal and type.
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
