import Foundation

/// The values of a bookmark, independent of a store.
package struct StoredBookmark: Codable, Equatable, Sendable {
  package var id: UUID
  package var url: String
  package var title: String
  package var createdAt: Date
  package var status: BookmarkStatus
  package var statusChangedAt: Date

  package init(_ bookmark: Bookmark) {
    id = bookmark.id
    url = bookmark.url ?? ""
    title = bookmark.title ?? ""
    createdAt = bookmark.createdAt
    status = bookmark.status
    statusChangedAt = bookmark.statusChangedAt
  }
}
