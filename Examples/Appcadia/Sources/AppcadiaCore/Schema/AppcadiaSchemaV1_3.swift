import SwiftData

/// Version 1.3 of the models, which added `Completion`.
package enum AppcadiaSchemaV1_3: VersionedSchema {
  package typealias Trainer = AppcadiaSchemaV1_2.Trainer
  package typealias Goal = AppcadiaSchemaV1_2.Goal
  package typealias DailyAction = AppcadiaSchemaV1_2.DailyAction
  package typealias Stamp = AppcadiaSchemaV1_2.Stamp
  package typealias Reward = AppcadiaSchemaV1_2.Reward
  package typealias AppSettings = AppcadiaSchemaV1_2.AppSettings

  package static let models: [any PersistentModel.Type] = [
    Trainer.self, Goal.self, DailyAction.self, Stamp.self, Reward.self, AppSettings.self,
    Completion.self,
  ]
  package static let versionIdentifier = Schema.Version(1, 3, 0)
}
