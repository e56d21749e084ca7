import ExampleSupport
import Foundation
import ReadItLaterCore
import SwiftData

/// The store of the service, which is that of the program `readitlater`, in a file or on a server.
package enum ServiceStore {
  /// Opens the store.
  ///
  /// - Parameters:
  ///   - text: A path or an address; nil for the default file of `readitlater`.
  ///   - environment: The environment of the process.
  /// - Returns: The container.
  /// - Throws: `CommandFailure`, and errors of opening the store.
  package static func open(
    _ text: String?, environment: [String: String]
  ) throws -> ModelContainer {
    let location = StoreLocation(
      path: text, file: "readitlater/bookmarks.store", environment: environment)
    let schema = Schema(versionedSchema: AppV3Schema.self)
    if let server = location.server {
      return try ModelContainer(for: schema, configurations: [server.makeConfiguration()])
    }
    // Uses the same indexes as the program `readitlater`.
    let configuration = ModelConfiguration(url: try location.prepare())
      .addingTextIndexes(TextIndex(\Bookmark.title, \Bookmark.url, tokenizer: .substrings))
    return try ModelContainer(
      for: schema, migrationPlan: AppMigrationPlan.self, configurations: configuration)
  }
}
