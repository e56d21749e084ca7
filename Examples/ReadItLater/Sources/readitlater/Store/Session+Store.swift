import ExampleSupport
import ReadItLaterCore
import SwiftData

extension Session {
  /// Opens the store, bringing one of an earlier version of the program up to date.
  /// - Returns: The open store.
  /// - Throws: `CommandFailure`.
  func openStore() throws -> Store {
    try openStore { url, options in
      Store(
        container: try ModelContainer(
          for: Schema(versionedSchema: AppV3Schema.self),
          migrationPlan: AppMigrationPlan.self,
          // By parts of texts, since titles may be in languages without spaces between words.
          configurations: ModelConfiguration(url: url)
            .addingTextIndexes(TextIndex(\Bookmark.title, \Bookmark.url, tokenizer: .substrings)),
          migrationOptions: options))
    }
  }
}
