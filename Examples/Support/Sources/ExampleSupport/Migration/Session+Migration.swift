import Foundation
import SwiftData

extension Session {
  /// Opens the store, showing how far the migration of an old one has come.
  /// - Parameters:
  ///   - backup: Whether and where an old store is copied before.
  ///   - open: Opens the store in a file with options.
  /// - Returns: What `open` returned.
  /// - Throws: `CommandFailure`.
  package func openStore<Store>(
    backup: MigrationOptions.Backup = .none, _ open: (URL, MigrationOptions) throws -> Store
  ) throws -> Store {
    let display = MigrationDisplay(on: terminal)
    defer { display.finish() }
    var options = MigrationOptions()
    options.backup = backup
    options.onProgress = { display.show($0) }
    return try openStore { url in try open(url, options) }
  }
}
