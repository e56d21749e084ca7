import ExampleSupport
import SampleTripsCore
import SwiftData

extension Session {
  /// Opens the store; creates it if needed, and migrates one of an earlier version.
  ///
  /// - Returns: The trips of the store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> TripBook {
    let schema = Schema(versionedSchema: CurrentSchema.self)
    let container = try reportingDuplicates {
      try openContainer(for: schema) { url, options in
        try ModelContainer(
          for: schema, migrationPlan: SampleTripsMigrationPlan.self,
          configurations: ModelConfiguration(url: url), migrationOptions: options)
      }
    }
    return TripBook(context: ModelContext(container))
  }
}
