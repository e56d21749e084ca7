import Foundation
import ReadItLaterCore

/// A bookmark in JSON.
struct BookmarkRecord: Codable, Equatable {
  var id: String
  var title: String
  var url: String
  var status: String
  var createdAt: Date
  var statusChangedAt: Date

  init(_ bookmark: Bookmark) {
    id = bookmark.id.uuidString.lowercased()
    title = bookmark.safeTitle
    url = bookmark.url ?? ""
    status = bookmark.status.rawValue
    createdAt = bookmark.createdAt
    statusChangedAt = bookmark.statusChangedAt
  }
}
