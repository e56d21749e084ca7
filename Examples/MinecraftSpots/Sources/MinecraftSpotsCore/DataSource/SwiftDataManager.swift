import Foundation
import SwiftData

@MainActor
package final class SwiftDataManager {
  package static let shared = SwiftDataManager()
  private var opened: ModelContainer?

  private let settings: SyncSettings

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
  }

  /// The container of the app, opened at its first use.
  ///
  /// Differs from the design, which opens it with `try!`: a full disk is no reason to stop the app.
  ///
  /// - Throws: The error of the store; the next use tries again.
  package var container: ModelContainer {
    get throws {
      if let opened { return opened }
      let container = try Self.makeContainer(iCloudSyncEnabled: settings.iCloudSyncEnabled)
      opened = container
      return container
    }
  }

  /// Opens a container.
  ///
  /// - Parameters:
  ///   - url: The file of the store; nil for the platform's default location.
  ///   - iCloudSyncEnabled: Whether to sync the store with iCloud if possible.
  ///   - options: How to migrate a store of an earlier version. By default, a copy of it is kept
  ///     next to it.
  /// - Returns: The open container.
  /// - Throws: The error of the store.
  package nonisolated static func makeContainer(
    at url: URL? = nil, iCloudSyncEnabled: Bool = false,
    migrationOptions options: MigrationOptions = .init(backup: .beside)
  ) throws -> ModelContainer {
    let schema = SwiftDataSchema.v1
    let database: ModelConfiguration.CloudKitDatabase = iCloudSyncEnabled ? .automatic : .none
    let config =
      if let url {
        ModelConfiguration(schema: schema, url: url, cloudKitDatabase: database)
      } else {
        ModelConfiguration(schema: schema, cloudKitDatabase: database)
      }
    return try ModelContainer(
      for: schema, migrationPlan: SwiftDataMigrationPlan.self, configurations: config,
      migrationOptions: options)
  }
}
