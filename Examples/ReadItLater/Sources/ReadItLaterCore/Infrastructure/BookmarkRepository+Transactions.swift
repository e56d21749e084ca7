import Foundation
import SwiftData

/// Changes that hold the app's rules even if several programs make them at once.
///
/// What a rule depends on is read in the transaction that makes the change, which is saved at its
/// end. The context must have no unsaved changes.
extension BookmarkRepository {
  /// Adds a bookmark, and saves.
  ///
  /// - Throws: `BookmarkError.addressStored`, `ShareError.inboxFull`, or an error of the store.
  @discardableResult
  package func addNew(_ data: BookmarkData) throws -> Bookmark {
    let address = try WebAddress(data.url)
    return try modelContext.transaction(.serializable) {
      try requireUnstored(address)
      try requireRoom(in: data.status)
      let bookmark = Bookmark(url: data.url, title: data.title, status: data.status)
      modelContext.insert(bookmark)
      return bookmark
    }
  }

  /// Gives a bookmark another status, and saves.
  ///
  /// - Returns: The bookmark, and its former status.
  /// - Throws: `BookmarkError.notFound`, `ShareError.inboxFull`, or an error of the store.
  @discardableResult
  package func move(
    id: UUID, to status: BookmarkStatus
  ) throws -> (bookmark: Bookmark, former: BookmarkStatus) {
    try modelContext.transaction(.serializable) {
      let bookmark = try bookmark(id: id)
      let former = bookmark.status
      if former != status {
        try requireRoom(in: status)
        updateStatus(bookmark, to: status)
      }
      return (bookmark, former)
    }
  }

  /// Gives a bookmark another title, and saves.
  ///
  /// - Throws: `BookmarkError.notFound`, or an error of the store.
  @discardableResult
  package func rename(id: UUID, to title: String) throws -> Bookmark {
    try modelContext.transaction(.serializable) {
      let bookmark = try bookmark(id: id)
      bookmark.title = title.trimmingCharacters(in: .whitespacesAndNewlines)
      return bookmark
    }
  }

  /// Deletes a bookmark, and saves.
  ///
  /// - Returns: The values with which `restore` undoes the deletion.
  /// - Throws: `BookmarkError.notFound`, or an error of the store.
  @discardableResult
  package func remove(id: UUID) throws -> StoredBookmark {
    try modelContext.transaction(.serializable) {
      let bookmark = try bookmark(id: id)
      let values = StoredBookmark(bookmark)
      delete(bookmark)
      return values
    }
  }

  /// Adds a deleted bookmark again, with its identifier and dates, and saves.
  ///
  /// - Throws: `BookmarkError.addressStored` if it, or another one with its address, is stored;
  ///   `ShareError.inboxFull`, or an error of the store.
  @discardableResult
  package func restore(_ deleted: StoredBookmark) throws -> Bookmark {
    try modelContext.transaction(.serializable) {
      if let known = try find(deleted.id) {
        throw BookmarkError.addressStored(deleted.url, id: known.id, known.status)
      }
      if let address = try? WebAddress(deleted.url) { try requireUnstored(address) }
      try requireRoom(in: deleted.status)
      let bookmark = Bookmark(url: deleted.url, title: deleted.title, status: deleted.status)
      bookmark.id = deleted.id
      bookmark.createdAt = deleted.createdAt
      bookmark.statusChangedAt = deleted.statusChangedAt
      modelContext.insert(bookmark)
      return bookmark
    }
  }

  /// The bookmarks with a status, in the order of its tab.
  package func bookmarks(_ status: BookmarkStatus) throws -> [Bookmark] {
    let value = status.rawValue
    return try modelContext.fetch(
      FetchDescriptor(
        predicate: #Predicate<Bookmark> { $0.statusRawValue == value }, sortBy: status.order))
  }

  /// The bookmark with an identifier.
  ///
  /// - Throws: `BookmarkError.notFound`, or an error of the store.
  package func bookmark(id: UUID) throws -> Bookmark {
    guard let bookmark = try find(id) else { throw BookmarkError.notFound(id) }
    return bookmark
  }

  /// The bookmark with an identifier; nil if there is none.
  package func find(_ id: UUID) throws -> Bookmark? {
    try modelContext.fetch(FetchDescriptor<Bookmark>(predicate: #Predicate { $0.id == id })).first
  }

  /// The number of bookmarks with a status.
  ///
  /// - Throws: The error of the fetch. It must end a transaction, which may then run again.
  func count(_ status: BookmarkStatus) throws -> Int {
    let statusValue = status.rawValue
    let predicate = #Predicate<Bookmark> { $0.statusRawValue == statusValue }
    return try modelContext.fetchCount(FetchDescriptor<Bookmark>(predicate: predicate))
  }

  func requireUnstored(_ address: WebAddress) throws {
    guard let known = try modelContext.bookmark(at: address) else { return }
    throw BookmarkError.addressStored(address.text, id: known.id, known.status)
  }

  func requireRoom(in status: BookmarkStatus) throws {
    guard status == .inbox else { return }
    guard try count(.inbox) < InboxConfiguration.maxItems else { throw ShareError.inboxFull }
  }
}
