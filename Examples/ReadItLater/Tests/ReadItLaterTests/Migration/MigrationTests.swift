import Foundation
import ReadItLaterCore
import SwiftData
import Testing

@Suite("Migration")
struct MigrationTests {
  @Test func bringsSecondVersionToInbox() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("bookmarks.store")
      let ids = try writeSecondVersion(at: url)
      let context = try openCurrent(at: url)
      let bookmarks = try context.fetch(
        FetchDescriptor<Bookmark>(sortBy: [SortDescriptor(\.url)]))
      #expect(bookmarks.map(\.id) == ids)
      #expect(bookmarks.map(\.title) == ["First", "二番目"])
      #expect(bookmarks.allSatisfy { $0.status == .inbox })
      #expect(bookmarks.map(\.createdAt) == [Self.date, Self.date])

      try #require(bookmarks.first).status = .archive
      try context.save()
      #expect(BookmarkRepository(modelContext: context).countByStatus(.archive) == 1)
    }
  }

  @Test func bringsFirstVersionToInbox() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("bookmarks.store")
      do {
        let container = try ModelContainer(
          for: AppV1Schema.Bookmark.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        context.insert(AppV1Schema.Bookmark(url: "https://example.com/1"))
        try context.save()
      }
      let bookmark = try #require(
        try openCurrent(at: url).fetch(FetchDescriptor<Bookmark>()).first)
      #expect(bookmark.url == "https://example.com/1")
      #expect(bookmark.title == nil)
      #expect(bookmark.status == .inbox)
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)

  private func writeSecondVersion(at url: URL) throws -> [UUID] {
    let container = try ModelContainer(
      for: AppV2Schema.Bookmark.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let bookmarks = [
      AppV2Schema.Bookmark(url: "https://example.com/1", title: "First"),
      AppV2Schema.Bookmark(url: "https://example.com/2", title: "二番目"),
    ]
    for bookmark in bookmarks {
      bookmark.createdAt = Self.date
      context.insert(bookmark)
    }
    try context.save()
    return bookmarks.map(\.id)
  }

  private func openCurrent(at url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Bookmark.self, migrationPlan: AppMigrationPlan.self,
        configurations: ModelConfiguration(url: url)))
  }
}
