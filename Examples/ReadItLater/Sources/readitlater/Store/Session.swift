import Foundation
import ReadItLaterCore
import SwiftData

/// What a command works with: the terminal, the options that all commands share, and the store.
struct Session {
  var storePath: String?
  var prefersJSON: Bool
  var environment: [String: String]
  var terminal: Terminal

  /// Opens the store, bringing one of an earlier version of the program up to date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    let location = StoreLocation(path: storePath, environment: environment)
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
  func print(_ value: some Encodable, text: () -> String) throws {
    if prefersJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      terminal.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    } else {
      let text = text()
      if !text.isEmpty { terminal.print(text) }
    }
  }
}
