/// Writes the tables that `LinkTable` reads.
enum LinkTableWriter {
  static func pocket(_ bookmarks: [StoredBookmark]) -> String {
    table(
      ["title", "url", "time_added", "tags", "status"],
      bookmarks.map {
        let status = $0.status == .inbox ? "unread" : $0.status.rawValue
        return [$0.title, $0.url, "\($0.addedSeconds)", "", status]
      })
  }

  static func instapaper(_ bookmarks: [StoredBookmark]) -> String {
    table(
      ["URL", "Title", "Selection", "Folder", "Timestamp"],
      bookmarks.map {
        let folder = $0.status == .inbox ? "Unread" : $0.status.displayName
        return [$0.url, $0.title, "", folder, "\($0.addedSeconds)"]
      })
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    guard text.contains(where: { "\",".contains($0) || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
