import ExampleSupport
import Foundation
import ReadItLaterCore

/// A table of bookmarks: ID, date, status if requested, title, address.
struct BookmarkTable {
  struct Row {
    var id: String
    var date: Date
    /// Shown if the table contains several statuses.
    var status: String?
    var title: String
    var url: String
  }

  private static let titleWidth = 44

  var rows: [Row]

  init(rows: [Row]) {
    self.rows = rows
  }

  init(_ bookmarks: [Bookmark], identifiers: ShortIdentifiers, showsStatus: Bool = false) {
    rows = bookmarks.map { bookmark in
      Row(
        id: identifiers[bookmark.id], date: bookmark.createdAt,
        status: showsStatus ? bookmark.statusDisplayName : nil,
        title: bookmark.safeTitle, url: bookmark.url ?? "")
    }
  }

  /// The lines of the table, cut to the terminal's width if there is a terminal.
  func lines(on terminal: Terminal) -> [String] {
    let idWidth = rows.map(\.id.displayWidth).max() ?? 0
    let statusWidth = rows.compactMap(\.status?.displayWidth).max() ?? 0
    return rows.map { row in
      let date = row.date.formatted(.iso8601.year().month().day())
      var fixed = terminal.styled(row.id.padded(to: idWidth), .yellow) + "  "
      fixed += terminal.styled(date, .dim) + "  "
      var used = idWidth + 2 + 10 + 2
      if let status = row.status {
        fixed += terminal.styled(status.padded(to: statusWidth), .cyan) + "  "
        used += statusWidth + 2
      }
      return fixed + text(of: row, room: terminal.columns.map { $0 - used }, on: terminal)
    }
  }

  private func text(of row: Row, room: Int?, on terminal: Terminal) -> String {
    let title = row.title.printable
    let url = row.url.printable
    guard !title.isEmpty else { return room.map { url.shortened(to: $0) } ?? url }
    let width = room.map { min(Self.titleWidth, $0) } ?? Self.titleWidth
    let shownTitle = room == nil ? title : title.shortened(to: width)
    let shownURL = room.map { url.shortened(to: max(0, $0 - width - 2)) } ?? url
    guard !shownURL.isEmpty else { return shownTitle }
    return shownTitle.padded(to: width) + "  " + terminal.styled(shownURL, .dim)
  }
}
