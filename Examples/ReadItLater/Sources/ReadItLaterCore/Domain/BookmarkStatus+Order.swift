import Foundation
import SwiftData

extension BookmarkStatus {
  /// The order of the bookmarks in the tab of this status: the inbox begins with the newest one,
  /// the bookmarks are sorted by title, and the archive begins with the one read last.
  package var order: [SortDescriptor<Bookmark>] {
    switch self {
    case .inbox: [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.url)]
    case .bookmark:
      [SortDescriptor(\.title, comparator: .localizedStandard), SortDescriptor(\.url)]
    case .archive: [SortDescriptor(\.statusChangedAt, order: .reverse), SortDescriptor(\.url)]
    }
  }

  /// The status of links in a folder of an export, if the folder has the name of a status, or the
  /// name that Pocket and Instapaper give it.
  init?(folder: String) {
    switch folder.lowercased() {
    case "inbox", "unread": self = .inbox
    case "bookmarks", "starred": self = .bookmark
    case "archive", "read archive": self = .archive
    default: return nil
    }
  }
}
