import SwiftData

/// The share extension without its view: saves URLs that the system passes to it.
package struct ShareController {
  private let modelContainer: ModelContainer?

  package init(modelContainer: ModelContainer?) {
    self.modelContainer = modelContainer
  }

  /// Saves the first URL of a shared text to the inbox, with the rest of the text as its title.
  ///
  /// - Throws: `ShareError`, `BookmarkError.addressStored`, or the error of the save.
  package func saveBookmark(sharedText text: String) async throws {
    guard
      let start = text.range(of: "https?://", options: [.regularExpression, .caseInsensitive])
    else { throw ShareError.noURLFound }
    // Japanese sentences have no space after an address.
    var url = text[start.lowerBound...].prefix {
      $0.isASCII && !$0.isWhitespace && !"<>\"".contains($0)
    }
    // The punctuation of the sentence is no part of the address.
    while let last = url.last, ".,;:!?".contains(last) { url.removeLast() }
    let title = text[..<start.lowerBound] + " " + text[url.endIndex...]
    try await saveBookmark(url: String(url), title: title.collapsingWhitespace())
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
