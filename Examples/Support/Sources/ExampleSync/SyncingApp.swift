import DataSync
import ExampleSupport
import SwiftData

/// A program whose store can be synced.
package protocol SyncingApp: SendableMetatype {
  /// The program's name, which also names its settings.
  static var program: String { get }
  /// The contents of the store, such as `spots`.
  static var things: String { get }
  /// The options for syncing the store.
  static var syncOptions: SyncOptions { get }

  /// The user's choice of a server.
  static func choice(_ settings: SettingsFile) -> any SyncChoice
  /// Opens the store.
  /// - Throws: `CommandFailure`.
  static func openContainer(in session: Session) throws -> ModelContainer
}

extension SyncingApp {
  package static var syncOptions: SyncOptions { SyncOptions() }

  /// The settings of the program.
  ///
  /// - Throws: `CommandFailure` if they cannot be read.
  package static func settings(in session: Session) throws -> SettingsFile {
    try SettingsFile(program, environment: session.environment)
  }
}
