/// Writes the format that `NetscapeBookmarkParser` reads.
enum NetscapeBookmarkWriter {
  static func text(of bookmarks: [StoredBookmark]) -> String {
    var lines = [
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
      #"<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">"#,
      "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>",
    ]
    for (status, members) in BookmarkExport.folders(of: bookmarks) {
      lines += ["    <DT><H3>\(status.displayName)</H3>", "    <DL><p>"]
      lines += members.map { bookmark in
        #"        <DT><A HREF="\#(escaped(bookmark.url))" ADD_DATE="\#(bookmark.addedSeconds)">"#
          + escaped(bookmark.title) + "</A>"
      }
      lines.append("    </DL><p>")
    }
    return (lines + ["</DL><p>", ""]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
