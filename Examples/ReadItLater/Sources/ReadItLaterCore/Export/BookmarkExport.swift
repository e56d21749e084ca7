import Foundation

/// Writes bookmarks in the formats of browsers and of other services.
///
/// Each file can be imported again: addresses, titles, dates of addition and statuses are kept. The
/// statuses are folders, or the column of the format. White space in titles is collapsed.
package enum BookmarkExport: String, CaseIterable, Sendable {
  /// The Netscape format, which every browser reads.
  case html
  /// The table of Pocket.
  case pocket
  /// The table of Instapaper.
  case instapaper
  /// The file `Bookmarks` of Chrome.
  case chrome
  /// A backup of Firefox.
  case firefox

  /// The contents of the file.
  ///
  /// - Parameter bookmarks: The bookmarks, in the order in which to write them.
  /// - Returns: The file, in UTF-8.
  /// - Throws: Errors of writing JSON.
  package func data(of bookmarks: [StoredBookmark]) throws -> Data {
    switch self {
    case .html: Data(NetscapeBookmarkWriter.text(of: bookmarks).utf8)
    case .pocket: Data(LinkTableWriter.pocket(bookmarks).utf8)
    case .instapaper: Data(LinkTableWriter.instapaper(bookmarks).utf8)
    case .chrome: try JSONBookmarkWriter.chrome(bookmarks)
    case .firefox: try JSONBookmarkWriter.firefox(bookmarks)
    }
  }

  /// The bookmarks of each status, without statuses that no bookmark has.
  static func folders(
    of bookmarks: [StoredBookmark]
  ) -> [(status: BookmarkStatus, bookmarks: [StoredBookmark])] {
    BookmarkStatus.allCases.compactMap { status in
      let members = bookmarks.filter { $0.status == status }
      return members.isEmpty ? nil : (status, members)
    }
  }
}

extension StoredBookmark {
  /// The time of addition in whole seconds since 1970.
  var addedSeconds: Int { Int(createdAt.timeIntervalSince1970.rounded(.down)) }
}
