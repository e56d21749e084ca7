import Foundation

/// Parses links in comma-separated values, as Pocket and Instapaper export them.
///
/// The first line names the columns: `url`, and any of `title`, `time_added` or `timestamp`,
/// `status`, and `folder`, in any order. Values of other columns are recorded as not stored.
struct LinkTable {
  private(set) var links: [ImportedBookmark] = []
  /// The location at which the table was truncated; nil if it seems complete.
  let cut: BookmarkFile.Cut?

  /// Parses a table; returns nil if the first line does not name a column `url`.
  init?(_ bytes: [UInt8]) {
    var reader = CommaSeparatedValues(bytes)
    guard let header = reader.next() else { return nil }
    let columns = header.fields.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    guard columns.contains("url") else { return nil }
    while let row = reader.next() {
      if row.fields != [""] { links.append(Self.link(row.fields, columns, line: row.line)) }
    }
    cut =
      if reader.endedInsideQuotes { .insideQuotes } else {
        UTF8Ending(bytes).isCut ? .insideCharacter : nil
      }
  }

  private static func link(
    _ fields: [String], _ columns: [String], line: Int
  ) -> ImportedBookmark {
    var link = ImportedBookmark(url: "", line: line)
    for (index, field) in fields.enumerated() {
      let value = field.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !value.isEmpty else { continue }
      let column = columns.indices.contains(index) ? columns[index] : "more than the columns"
      var isStored = true
      switch column {
      case "url": link.url = value
      case "title": link.title = value.collapsingWhitespace()
      case "folder": link.folder = value
      case "time_added", "timestamp":
        link.createdAt = ImportedBookmark.date(ofTimestamp: value)
        isStored = link.createdAt != nil
      case "status":
        link.status = status(value)
        isStored = link.status != nil
      // Instapaper writes an empty list for a link without tags.
      case "tags": isStored = value == "[]"
      default: isStored = false
      }
      if !isStored { link.notStored.insert(column) }
    }
    return link
  }

  private static func status(_ text: String) -> BookmarkStatus? {
    text == "unread" ? .inbox : BookmarkStatus(rawValue: text)
  }
}
