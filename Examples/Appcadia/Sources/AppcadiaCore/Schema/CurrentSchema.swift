import SwiftData

package typealias CurrentSchema = AppcadiaSchemaV1_3
package typealias Trainer = CurrentSchema.Trainer
package typealias Goal = CurrentSchema.Goal
package typealias DailyAction = CurrentSchema.DailyAction
package typealias Stamp = CurrentSchema.Stamp
package typealias Reward = CurrentSchema.Reward
package typealias AppSettings = CurrentSchema.AppSettings
package typealias Completion = CurrentSchema.Completion

extension ModelContainer {
  /// Opens a store of the app.
  ///
  /// - Parameters:
  ///   - configuration: The location of the store.
  ///   - options: How to migrate a store of an earlier version.
  /// - Returns: The container, whose files are protected according to `StoreProtection`.
  /// - Throws: `SwiftDataError` if it cannot be opened.
  package static func appcadia(
    _ configuration: ModelConfiguration, migrationOptions options: MigrationOptions = .init()
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      migrationPlan: AppcadiaMigrationPlan.self,
      configurations: StoreProtection.standard.applied(to: configuration),
      migrationOptions: options)
  }
}
