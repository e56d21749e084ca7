import Foundation
import ReadItLaterCore

/// A bookmark as the service tells it.
package struct BookmarkDocument: Codable, Equatable, Sendable {
  package var id: UUID
  package var url: String
  package var title: String
  package var status: String
  package var createdAt: Date

  init(_ bookmark: Bookmark) {
    id = bookmark.id
    url = bookmark.url ?? ""
    title = bookmark.safeTitle
    status = bookmark.status.rawValue
    createdAt = bookmark.createdAt
  }
}

/// What somebody sends to add a bookmark.
struct NewBookmark: Decodable {
  var url: String
  var title: String?
  var status: String?
}
