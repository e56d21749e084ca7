import SwiftData

/// Version 1.1 of the models, which added `Reward`.
///
/// A class is declared in the version in which it, or a class that it is related to, changed last;
/// later versions refer to it. No class is related to a class of another version.
package enum AppcadiaSchemaV1_1: VersionedSchema {
  package typealias Goal = AppcadiaSchemaV1_0.Goal
  package typealias DailyAction = AppcadiaSchemaV1_0.DailyAction
  package typealias Stamp = AppcadiaSchemaV1_0.Stamp

  package static let models: [any PersistentModel.Type] = [
    Trainer.self, Goal.self, DailyAction.self, Stamp.self, Reward.self,
  ]
  package static let versionIdentifier = Schema.Version(1, 1, 0)
}
