import SwiftData

/// Version 1.0 of the models, which the first release stored.
package enum AppcadiaSchemaV1_0: VersionedSchema {
  package static let models: [any PersistentModel.Type] = [
    Trainer.self, Goal.self, DailyAction.self, Stamp.self,
  ]
  package static let versionIdentifier = Schema.Version(1, 0, 0)
}
