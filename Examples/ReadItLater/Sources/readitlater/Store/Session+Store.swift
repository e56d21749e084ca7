import ExampleSupport
import ExampleSync
import ReadItLaterCore
import SwiftData

extension Session {
  /// Opens the store, migrates one of an earlier version, and syncs it if sync is on.
  ///
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() async throws -> Store {
    let container = try openBookmarks()
    await AutomaticSync<BookmarkSync>(in: self, on: container).read()
    return Store(container: container)
  }

  /// Opens the store's container.
  ///
  /// - Returns: The container.
  /// - Throws: `CommandFailure`.
  func openBookmarks() throws -> ModelContainer {
    let schema = Schema(versionedSchema: AppV3Schema.self)
    return try openContainer(for: schema) { url, options in
      try ModelContainer(
        for: schema,
        migrationPlan: AppMigrationPlan.self,
        // Substrings are indexed, because titles may be in languages without spaces between words.
        configurations: ModelConfiguration(url: url)
          .addingTextIndexes(TextIndex(\Bookmark.title, \Bookmark.url, tokenizer: .substrings)),
        migrationOptions: options)
    }
  }
}
