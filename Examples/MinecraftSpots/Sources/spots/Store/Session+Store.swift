import ExampleSupport
import Foundation
import MinecraftSpotsCore

extension Session {
  /// Opens the store, making it where there is none.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> SpotsStore {
    let settings = try syncSettings()
    return try openStore { url in
      SpotsStore(container: try SwiftDataManager.makeContainer(at: url), settings: settings)
    }
  }

  /// What the user chose about sync.
  /// - Throws: `CommandFailure` where the file of the settings cannot be read.
  func syncSettings() throws -> SyncSettings {
    SyncSettings(storage: try SettingsFile(environment: environment))
  }
}
