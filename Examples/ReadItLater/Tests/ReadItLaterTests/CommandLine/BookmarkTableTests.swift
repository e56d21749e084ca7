import ExampleSupport
import Foundation
import Testing

@testable import readitlater

@Suite("Bookmark table")
struct BookmarkTableTests {
  @Test func tableFitsTheTerminal() {
    let rows = [
      BookmarkTable.Row(
        id: "abcd", date: Date(timeIntervalSince1970: 0), status: "Inbox",
        title: String(repeating: "長い題", count: 30), url: "https://example.com/long/path"),
      BookmarkTable.Row(
        id: "ef01", date: Date(timeIntervalSince1970: 0), status: "Bookmarks", title: "",
        url: "https://example.com/no/title"),
    ]
    var terminal = Terminal(program: "test", output: { _ in }, message: { _ in })
    for columns in [20, 40, 60, 80, 200] {
      terminal.columns = columns
      for line in BookmarkTable(rows: rows).lines(on: terminal) {
        #expect(line.displayWidth <= max(columns, 29))
      }
    }
    terminal.columns = nil
    let lines = BookmarkTable(rows: rows).lines(on: terminal)
    #expect(lines[0].hasSuffix("https://example.com/long/path"))
    #expect(lines[1] == "ef01  1970-01-01  Bookmarks  https://example.com/no/title")
  }
}
