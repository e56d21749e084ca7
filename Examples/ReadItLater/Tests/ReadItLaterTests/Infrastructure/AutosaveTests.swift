import ExampleTestSupport
import Foundation
import ReadItLaterCore
import SwiftData
import Testing

/// SwiftDataは自動保存のため、明示的なsaveは不要: changes that a view makes in the main context are saved.
@Suite("Autosave", .timeLimit(.minutes(20)))
@MainActor
struct AutosaveTests {
  @Test func repositoryChangesAreSavedAutomatically() async throws {
    try await withTemporaryFolder { folder in
      let container = try ModelContainer(
        for: Bookmark.self, migrationPlan: AppMigrationPlan.self,
        configurations: ModelConfiguration(url: folder.appendingPathComponent("b.store")))
      let repository = BookmarkRepository(modelContext: container.mainContext)
      repository.add(BookmarkData(url: "https://example.com", title: "Test"))
      try await wait { self.count(.inbox, in: container) == 1 }
      let bookmark = try #require(
        try container.mainContext.fetch(FetchDescriptor<Bookmark>()).first)
      repository.updateStatus(bookmark, to: .archive)
      try await wait { self.count(.archive, in: container) == 1 }
      repository.delete(bookmark)
      try await wait { self.count(.archive, in: container) == 0 }
    }
  }

  /// The number of bookmarks that another context finds in the store.
  private func count(_ status: BookmarkStatus, in container: ModelContainer) -> Int {
    BookmarkRepository(modelContext: ModelContext(container)).countByStatus(status)
  }

  private func wait(until isDone: () -> Bool) async throws {
    #expect(try await eventually(isDone))
  }
}
