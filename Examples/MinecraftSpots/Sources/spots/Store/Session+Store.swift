import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData

extension Session {
  /// Opens the store, making it where there is none and bringing one of an earlier version up to
  /// date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> SpotsStore {
    let settings = try syncSettings()
    let container = try openSpots()
    let store = SpotsStore(
      container: container, settings: settings,
      automatic: AutomaticSync<SpotsSync>(in: self, on: container))
    FirstLaunchNotice(settings).show(on: terminal)
    return store
  }

  /// Opens the store's container.
  /// - Returns: The container.
  /// - Throws: `CommandFailure`.
  func openSpots() throws -> ModelContainer {
    let settings = try syncSettings()
    return try openContainer(for: SwiftDataSchema.v1) { url, options in
      try SwiftDataManager.makeContainer(
        at: url, iCloudSyncEnabled: settings.chosenProvider == .cloudKit, migrationOptions: options)
    }
  }

  /// What the user chose about sync.
  /// - Throws: `CommandFailure` where the file of the settings cannot be read.
  func syncSettings() throws -> SyncSettings {
    SyncSettings(storage: try SpotsSync.settings(in: self))
  }
}
