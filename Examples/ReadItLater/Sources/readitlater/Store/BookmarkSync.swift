import ExampleSupport
import ExampleSync
import SwiftData

/// Syncs the store of bookmarks; if a bookmark was moved on two devices, the last change wins.
enum BookmarkSync: SyncingApp {
  static var program: String { "readitlater" }
  static var things: String { "bookmarks" }

  static func choice(_ settings: SettingsFile) -> any SyncChoice { KeptSyncChoice(settings) }

  static func openContainer(in session: Session) throws -> ModelContainer {
    try session.openBookmarks()
  }
}
