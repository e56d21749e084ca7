import ReadItLaterCore
import SwiftData
import Testing

@Suite("Share extension")
struct ShareControllerTests {
  let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Bookmark.self, migrationPlan: AppMigrationPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func sharedAddressIsSavedToTheInbox() async throws {
    try await ShareController(modelContainer: container)
      .saveBookmark(url: "https://example.com", title: "Example")
    let stored = try ModelContext(container).fetch(FetchDescriptor<Bookmark>())
    #expect(stored.map(\.url) == ["https://example.com"])
    #expect(stored.map(\.title) == ["Example"])
    #expect(stored.map(\.status) == [.inbox])
  }

  @Test func sharingToAFullInboxIsRefused() async throws {
    let controller = ShareController(modelContainer: container)
    for i in 0..<InboxConfiguration.maxItems {
      try await controller.saveBookmark(url: "https://example.com/\(i)", title: nil)
    }
    let error = await #expect(throws: ShareError.self) {
      try await controller.saveBookmark(url: "https://example.com/one-more", title: nil)
    }
    #expect(error?.errorDescription == "Inboxが上限に達しています。既存のアイテムを整理してください。")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bookmark>()) == 50)
  }

  @Test func missingContainerIsReported() async throws {
    let error = await #expect(throws: ShareError.self) {
      try await ShareController(modelContainer: nil)
        .saveBookmark(url: "https://example.com", title: nil)
    }
    #expect(error?.errorDescription == "データベースの初期化に失敗しました")
  }

  @Test func emptyAddressIsRefused() async throws {
    let error = await #expect(throws: ShareError.self) {
      try await ShareController(modelContainer: container).saveBookmark(url: " ", title: nil)
    }
    #expect(error?.errorDescription == "ブックマークの作成に失敗しました: URLが空です。")
  }
}
