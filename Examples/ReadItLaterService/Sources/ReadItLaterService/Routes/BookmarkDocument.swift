import Foundation
import ReadItLaterCore

/// A bookmark in responses of the service.
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

/// The body of a request to add a bookmark.
struct NewBookmark: Decodable {
  var url: String
  var title: String?
  var status: String?
}
