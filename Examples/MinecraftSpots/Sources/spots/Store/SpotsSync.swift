import DataSync
import ExampleSupport
import ExampleSync
import Foundation
import SwiftData

/// The sync configuration of the store of spots.
enum SpotsSync: SyncingApp {
  static var program: String { "spots" }
  static var things: String { "spots" }

  static var syncOptions: SyncOptions {
    var options = SyncOptions()
    // The design has unique identifiers, which Core Data could not mirror; no app on Apple's
    // systems opens this data.
    options.ignoresModelRules = true
    return options
  }

  static func choice(_ settings: SettingsFile) -> any SyncChoice { SpotsSyncChoice(settings) }

  static func openContainer(in session: Session) throws -> ModelContainer {
    try session.openSpots()
  }
}
