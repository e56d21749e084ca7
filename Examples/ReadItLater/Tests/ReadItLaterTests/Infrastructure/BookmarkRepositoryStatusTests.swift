import ReadItLaterCore
import SwiftData
import Testing

@Suite("Bookmark repository")
struct BookmarkRepositoryStatusTests {
  let modelContext: ModelContext
  let repository: BookmarkRepository

  init() throws {
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: Bookmark.self,
      migrationPlan: AppMigrationPlan.self,
      configurations: config
    )
    modelContext = ModelContext(container)
    repository = BookmarkRepository(modelContext: modelContext)
  }

  @Test func repositoryUpdatesTheStatus() throws {
    // Given: inboxのブックマーク
    let bookmarkData = BookmarkData(
      url: "https://example.com",
      title: "Test",
      status: .inbox
    )
    repository.add(bookmarkData)

    let descriptor = FetchDescriptor<Bookmark>()
    let bookmarks = try modelContext.fetch(descriptor)
    let bookmark = try #require(bookmarks.first)

    // When: archiveに変更
    repository.updateStatus(bookmark, to: .archive)

    // Then: 状態が更新される
    #expect(bookmark.status == .archive)
  }

  @Test func bookmarksAreCountedByStatus() throws {
    // Given: 異なる状態のブックマーク
    repository.add(BookmarkData(url: "https://example.com/1", title: "1", status: .inbox))
    repository.add(BookmarkData(url: "https://example.com/2", title: "2", status: .inbox))
    repository.add(BookmarkData(url: "https://example.com/3", title: "3", status: .bookmark))

    // When & Then
    #expect(repository.countByStatus(.inbox) == 2)
    #expect(repository.countByStatus(.bookmark) == 1)
    #expect(repository.countByStatus(.archive) == 0)
  }

  @Test func inboxBelowItsLimitHasRoom() throws {
    // Given: inbox上限未満
    for i in 0..<(InboxConfiguration.maxItems - 1) {
      repository.add(
        BookmarkData(
          url: "https://example.com/\(i)",
          title: "\(i)",
          status: .inbox
        ))
    }

    // When & Then: 追加可能
    #expect(repository.canAddToInbox())
    #expect(repository.remainingInboxCapacity() == 1)
  }

  @Test func fullInboxHasNoRoom() throws {
    // Given: inbox上限到達
    for i in 0..<InboxConfiguration.maxItems {
      repository.add(
        BookmarkData(
          url: "https://example.com/\(i)",
          title: "\(i)",
          status: .inbox
        ))
    }

    // When & Then: 追加不可
    #expect(!repository.canAddToInbox())
    #expect(repository.remainingInboxCapacity() == 0)
  }

  @Test func oneOrSeveralBookmarksAreDeleted() throws {
    for i in 0..<3 {
      repository.add(BookmarkData(url: "https://example.com/\(i)", title: "\(i)"))
    }
    try modelContext.save()
    let bookmarks = try modelContext.fetch(FetchDescriptor<Bookmark>())

    repository.delete(bookmarks[0])
    try modelContext.save()
    #expect(repository.countByStatus(.inbox) == 2)

    repository.delete(Array(bookmarks[1...]))
    try modelContext.save()
    #expect(repository.countByStatus(.inbox) == 0)
  }
}
