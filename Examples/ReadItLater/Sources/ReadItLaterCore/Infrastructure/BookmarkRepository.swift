import Foundation
import SwiftData

package final class BookmarkRepository: BookmarkRepositoryProtocol {
  let modelContext: ModelContext

  package init(modelContext: ModelContext) {
    self.modelContext = modelContext
  }

  // MARK: - 基本CRUD（既存）

  package func add(_ bookmarkData: BookmarkData) {
    let newBookmark = Bookmark(
      url: bookmarkData.url,
      title: bookmarkData.title,
      status: bookmarkData.status  // status追加
    )
    modelContext.insert(newBookmark)
  }

  package func delete(_ bookmark: Bookmark) {
    modelContext.delete(bookmark)
  }

  package func delete(_ bookmarks: [Bookmark]) {
    for bookmark in bookmarks {
      modelContext.delete(bookmark)
    }
  }

  // MARK: - 状態管理（新規追加）

  package func updateStatus(_ bookmark: Bookmark, to status: BookmarkStatus) {
    bookmark.status = status
    // SwiftDataは自動保存のため、明示的なsaveは不要
  }

  package func countByStatus(_ status: BookmarkStatus) -> Int {
    (try? count(status)) ?? 0
  }

  package func canAddToInbox() -> Bool {
    remainingInboxCapacity() > 0
  }

  package func remainingInboxCapacity() -> Int {
    max(0, InboxConfiguration.maxItems - countByStatus(.inbox))
  }
}
