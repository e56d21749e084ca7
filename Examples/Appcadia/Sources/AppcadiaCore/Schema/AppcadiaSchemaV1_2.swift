import SwiftData

/// Version 1.2 of the models: 1.1 added `Reward`, 1.2 adds `AppSettings`.
package enum AppcadiaSchemaV1_2: VersionedSchema {
  package static let models: [any PersistentModel.Type] = [
    Trainer.self, Goal.self, DailyAction.self, Stamp.self, Reward.self, AppSettings.self,
  ]
  package static let versionIdentifier = Schema.Version(1, 2, 0)
}
