import ExampleSupport
import Foundation
import MinecraftSpotsCore

extension Session {
  /// Opens the store, making it where there is none and bringing one of an earlier version up to
  /// date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> SpotsStore {
    let settings = try syncSettings()
    let store = try openStore { url, options in
      SpotsStore(
        container: try SwiftDataManager.makeContainer(
          at: url, iCloudSyncEnabled: settings.usedProvider == .cloudKit,
          migrationOptions: options),
        settings: settings)
    }
    FirstLaunchNotice(settings).show(on: terminal)
    return store
  }

  /// What the user chose about sync.
  /// - Throws: `CommandFailure` where the file of the settings cannot be read.
  func syncSettings() throws -> SyncSettings {
    SyncSettings(storage: try SettingsFile(environment: environment))
  }
}
