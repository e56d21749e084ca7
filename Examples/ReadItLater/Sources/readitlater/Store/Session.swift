import Foundation
import ReadItLaterCore
import SwiftData

/// What a command works with: the terminal, the options that all commands share, and the store.
struct Session {
  var location: StoreLocation
  var prefersJSON: Bool
  var terminal: Terminal

  /// Opens the store, bringing one of an earlier version of the program up to date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    let url = try location.prepare()
    do {
      let container = try ModelContainer(
        for: Bookmark.self,
        migrationPlan: AppMigrationPlan.self,
        configurations: ModelConfiguration(url: url))
      return Store(container: container)
    } catch {
      throw CommandFailure(
        message: """
          The store \(url.path) could not be opened: \(error)
          Check that it is a store of readitlater and may be written, or give another: --store PATH
          """)
    }
  }

  /// Prints a result as JSON or as text, as the user wishes.
  /// - Parameters:
  ///   - value: The result for JSON.
  ///   - text: The result as text.
  /// - Throws: `CommandFailure` where it cannot be written.
  func print(_ value: some Encodable, text: () -> String) throws {
    if prefersJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      try terminal.print(String(decoding: encoder.encode(value), as: UTF8.self))
    } else {
      try terminal.print(text())
    }
  }
}
