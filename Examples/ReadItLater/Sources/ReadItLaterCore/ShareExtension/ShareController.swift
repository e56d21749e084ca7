import SwiftData

/// The share extension without its view: saves URLs that the system passes to it.
package struct ShareController {
  private let modelContainer: ModelContainer?

  package init(modelContainer: ModelContainer?) {
    self.modelContainer = modelContainer
  }

  /// Saves a shared page to the inbox.
  ///
  /// - Throws: `ShareError`, `BookmarkError.addressStored`, or the error of the save.
  package func saveBookmark(url: String, title: String?) async throws {
    guard let container = modelContainer else {
      throw ShareError.containerInitFailed
    }

    let repository = BookmarkRepository(modelContext: ModelContext(container))

    // inbox上限チェック（追加）
    guard repository.canAddToInbox() else {
      throw ShareError.inboxFull
    }

    let result = Bookmark.create(from: url, title: title)

    switch result {
    case .success(let bookmarkData):
      // 常にinboxに追加. The inbox is counted again in the transaction that adds the bookmark.
      try repository.addNew(bookmarkData)

    case .failure(let error):
      throw ShareError.bookmarkCreationFailed(error)
    }
  }
}
