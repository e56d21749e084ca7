import SwiftData

/// The share extension without its view: saves URLs that the system passes to it.
package struct ShareController {
  private let modelContainer: ModelContainer?

  package init(modelContainer: ModelContainer?) {
    self.modelContainer = modelContainer
  }

  /// Saves a shared page to the inbox.
  ///
  /// - Throws: `ShareError`, or the error of the save.
  package func saveBookmark(url: String, title: String?) async throws {
    guard let container = modelContainer else {
      throw ShareError.containerInitFailed
    }

    // inbox上限チェック（追加）
    let context = ModelContext(container)
    let repository = BookmarkRepository(modelContext: context)

    guard repository.canAddToInbox() else {
      throw ShareError.inboxFull
    }

    let result = Bookmark.create(from: url, title: title)

    switch result {
    case .success(let bookmarkData):
      let bookmark = Bookmark(
        url: bookmarkData.url,
        title: bookmarkData.title,
        status: .inbox  // 常にinboxに追加
      )
      context.insert(bookmark)
      try context.save()

    case .failure(let error):
      throw ShareError.bookmarkCreationFailed(error)
    }
  }
}
