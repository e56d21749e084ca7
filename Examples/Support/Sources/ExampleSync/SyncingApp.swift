import DataSync
import ExampleSupport
import SwiftData

/// A program whose store can be synced.
package protocol SyncingApp: SendableMetatype {
  /// The program's name, which its settings are kept under.
  static var program: String { get }
  /// What the store holds, such as `spots`.
  static var things: String { get }
  /// What is said when another server was chosen; nil for nothing.
  static var restartNotice: String? { get }
  /// How the store is synced.
  static var syncOptions: SyncOptions { get }

  /// What the user chose.
  static func choice(_ settings: SettingsFile) -> any SyncChoice
  /// Opens the store.
  /// - Throws: `CommandFailure`.
  static func openContainer(in session: Session) throws -> ModelContainer
}

extension SyncingApp {
  package static var restartNotice: String? { nil }
  package static var syncOptions: SyncOptions { SyncOptions() }

  /// The settings of the program.
  /// - Throws: `CommandFailure` where they cannot be read.
  package static func settings(in session: Session) throws -> SettingsFile {
    try SettingsFile(program, environment: session.environment)
  }
}
