import SwiftData

/// Version 1.2 of the models, which added `AppSettings`.
package enum AppcadiaSchemaV1_2: VersionedSchema {
  package typealias Trainer = AppcadiaSchemaV1_1.Trainer
  package typealias Goal = AppcadiaSchemaV1_1.Goal
  package typealias DailyAction = AppcadiaSchemaV1_1.DailyAction
  package typealias Stamp = AppcadiaSchemaV1_1.Stamp
  package typealias Reward = AppcadiaSchemaV1_1.Reward

  package static let models: [any PersistentModel.Type] = [
    Trainer.self, Goal.self, DailyAction.self, Stamp.self, Reward.self, AppSettings.self,
  ]
  package static let versionIdentifier = Schema.Version(1, 2, 0)
}
