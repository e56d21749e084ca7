import ExampleSupport
import ReadItLaterCore
import SwiftData

extension Session {
  /// Opens the store, bringing one of an earlier version of the program up to date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    try openStore { url, options in
      Store(
        container: try ModelContainer(
          for: Schema(versionedSchema: AppV3Schema.self),
          migrationPlan: AppMigrationPlan.self,
          configurations: ModelConfiguration(url: url), migrationOptions: options))
    }
  }
}
