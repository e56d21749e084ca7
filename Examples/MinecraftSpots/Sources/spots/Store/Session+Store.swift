import ExampleSupport
import ExampleSync
import Foundation
import MinecraftSpotsCore
import SwiftData

extension Session {
  /// Opens the store; creates it if needed, and migrates one of an earlier version.
  ///
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> SpotsStore {
    let settings = try syncSettings()
    let isNew =
      location.server == nil && !FileManager.default.fileExists(atPath: location.url.path)
    let container = try openSpots()
    let store = SpotsStore(
      container: container, settings: settings,
      automatic: AutomaticSync<SpotsSync>(in: self, on: container))
    FirstLaunchNotice(settings).show(on: terminal, aboutNewStore: isNew)
    return store
  }

  /// Opens the store's container.
  ///
  /// A Core Data store is migrated in place, with a copy next to it, unless that would lose
  /// pictures.
  ///
  /// - Parameter pictures: The source of the pictures of a Core Data store.
  /// - Returns: The container.
  /// - Throws: `CommandFailure`.
  func openSpots(_ pictures: PictureTransfer = PictureTransfer()) throws -> ModelContainer {
    let settings = try syncSettings()
    return try openContainer(for: SwiftDataSchema.v1) { url, options in
      var options = options
      let backup = try CoreDataInPlace(url, pictures).backup(reportingTo: terminal)
      options.backup = backup.map { .at($0) } ?? .none
      let container = try PictureTransfer.$current.withValue(pictures) {
        try SwiftDataManager.makeContainer(
          at: url, iCloudSyncEnabled: settings.chosenProvider == .cloudKit,
          migrationOptions: options)
      }
      if let backup { terminal.note("A backup of the old store was saved as \(backup.path).") }
      return container
    }
  }

  /// The user's choices about sync.
  ///
  /// - Throws: `CommandFailure` if the settings file cannot be read.
  func syncSettings() throws -> SyncSettings {
    SyncSettings(storage: try SpotsSync.settings(in: self))
  }
}
