import Foundation
import SwiftData

/// A copy of everything in a store, which can be restored into any store: in a file or a database.
package struct AppcadiaBackup: Codable, Sendable {
  /// The version of the format.
  private var format = 1
  package let createdAt: Date
  private var trainers: [ModelSnapshot<Trainer>]
  private var rewards: [ModelSnapshot<Reward>]
  private var goals: [ModelSnapshot<Goal>]
  private var actions: [ModelSnapshot<DailyAction>]
  private var stamps: [ModelSnapshot<Stamp>]
  private var completions: [ModelSnapshot<Completion>]
  private var settings: [ModelSnapshot<AppSettings>]

  /// The number of goals.
  package var goalCount: Int { goals.count }
  /// The number of stamps.
  package var stampCount: Int { stamps.count }

  /// Copies a store as it is at one time.
  ///
  /// - Parameters:
  ///   - context: A context of the store.
  ///   - now: The current time, which the copy has as the time of the last backup.
  /// - Throws: An error of the store.
  package init(of context: ModelContext, at now: Date = .now) throws {
    createdAt = now
    let copies = try context.serially {
      (
        try context.fetchSnapshots(FetchDescriptor<Trainer>()),
        try context.fetchSnapshots(FetchDescriptor<Reward>()),
        try context.fetchSnapshots(FetchDescriptor<Goal>()),
        try context.fetchSnapshots(FetchDescriptor<DailyAction>()),
        try context.fetchSnapshots(FetchDescriptor<Stamp>()),
        try context.fetchSnapshots(FetchDescriptor<Completion>()),
        try context.fetchSnapshots(FetchDescriptor<AppSettings>())
      )
    }
    (trainers, rewards, goals, actions, stamps, completions, settings) = copies
    for index in settings.indices { settings[index].lastBackupDate = now }
    unlink()
  }

  /// Records in a store that this copy of it was saved.
  ///
  /// - Throws: An error of the store.
  package func noteSaved(in context: ModelContext) throws {
    try SettingsRepository(context: context).update(at: createdAt) {
      $0.lastBackupDate = createdAt
    }
  }

  /// Removes the relationships, which refer to models of one store.
  ///
  /// The identifiers of goals and trainers remain; `restore` links the models by them again.
  private mutating func unlink() {
    for index in trainers.indices { trainers[index].rewards = [] }
    for index in rewards.indices { rewards[index].trainer = nil }
    for index in goals.indices { (goals[index].stamps, goals[index].dailyActions) = ([], []) }
    for index in actions.indices { actions[index].goal = nil }
    for index in stamps.indices { stamps[index].goal = nil }
  }

  /// Replaces the contents of a store with this copy, and saves.
  ///
  /// - Parameters:
  ///   - context: A context of the store.
  ///   - replaces: Whether goals of the store may be replaced.
  /// - Throws: `AppcadiaError.storeHasGoals`; an error of the store, which is unchanged then.
  package func restore(to context: ModelContext, replacing replaces: Bool = false) throws {
    try context.serially {
      let count = try context.fetchCount(FetchDescriptor<Goal>())
      guard replaces || count == 0 else { throw AppcadiaError.storeHasGoals(count) }
      for model in CurrentSchema.models { try Self.deleteAll(model, in: context) }
      let trainers = Dictionary(
        try self.trainers.map { try context.insert($0) }.map { ($0.id, $0) }
      ) { first, _ in first }
      let goals = Dictionary(
        try self.goals.map { try context.insert($0) }.map { ($0.id, $0) }
      ) { first, _ in first }
      for reward in rewards {
        let reward = try context.insert(reward)
        reward.trainer = trainers[reward.trainerId]
      }
      for action in actions {
        let action = try context.insert(action)
        action.goal = goals[action.goalId]
      }
      for stamp in stamps {
        let stamp = try context.insert(stamp)
        stamp.goal = goals[stamp.goalId]
      }
      for completion in completions { try context.insert(completion) }
      for settings in settings { try context.insert(settings) }
    }
  }

  private static func deleteAll<Model: PersistentModel>(
    _ type: Model.Type, in context: ModelContext
  ) throws {
    for model in try context.fetch(FetchDescriptor<Model>()) { context.delete(model) }
  }
}
