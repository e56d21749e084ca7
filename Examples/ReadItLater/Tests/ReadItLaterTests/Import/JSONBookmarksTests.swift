import Foundation
import Testing

@testable import ReadItLaterCore

@Suite("Bookmarks in JSON, and folders")
struct JSONBookmarksTests {
  private func links(_ text: String, allowingCut: Bool = false) throws -> [ImportedBookmark] {
    try BookmarkFile.links(in: Data(text.utf8), allowingCut: allowingCut)
  }

  private static let chrome = """
    {"checksum": "a", "roots": {
      "synced": {"children": [{"type": "url", "name": "m", "url": "https://m.org"}],
        "name": "Mobile bookmarks", "type": "folder"},
      "bookmark_bar": {"children": [
        {"date_added": "13350000000000000", "date_last_used": "0", "guid": "g", "id": "5",
         "name": "Swift", "type": "url", "url": "https://swift.org/"},
        {"children": [{"name": "b", "type": "url", "url": "https://b.org", "date_last_used": "7"}],
         "name": "Archive", "type": "folder"},
        {"children": [{"name": "c", "type": "url", "url": "chrome://settings"}], "name": "Mine",
         "type": "folder"}], "name": "Bookmarks bar", "type": "folder"}}, "version": 1}
    """

  @Test func bookmarksOfChromeAreRead() throws {
    let links = try links(Self.chrome)
    #expect(
      links.map(\.url) == [
        "https://swift.org/", "https://b.org", "chrome://settings", "https://m.org",
      ])
    #expect(links.map(\.title) == ["Swift", "b", "c", "m"])
    #expect(links[0].createdAt == Date(timeIntervalSince1970: 1_705_526_400))
    #expect(links.map(\.status) == [nil, .archive, nil, nil])
    #expect(links.map(\.folder) == [nil, "Archive", "Mine", nil])
    #expect(links.map(\.notStored) == [[], ["date_last_used"], [], []])
    #expect(links.map(\.line) == [1, 2, 3, 4])
  }

  @Test func backupOfFirefoxIsRead() throws {
    let links = try links(
      """
      {"guid": "root________", "title": "", "typeCode": 2, "root": "placesRoot", "children": [
        {"guid": "menu________", "title": "menu", "typeCode": 2, "root": "bookmarksMenuFolder",
         "children": [
          {"title": "Swift", "uri": "https://swift.org", "dateAdded": 1700000000000000,
           "typeCode": 1, "tags": "a,b", "lastModified": 1700000000000001},
          {"typeCode": 3, "type": "text/x-moz-place-separator"},
          {"title": "Starred", "typeCode": 2, "children": [
            {"title": "b", "uri": "https://b.org", "typeCode": 1, "charset": "UTF-8"}]}]}]}
      """)
    #expect(links.map(\.url) == ["https://swift.org", "https://b.org"])
    #expect(links[0].createdAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(links.map(\.status) == [nil, .bookmark])
    #expect(links.map(\.notStored) == [["tags", "lastModified"], ["charset"]])
  }

  @Test func truncatedJSONIsRefused() {
    let cut = String(Self.chrome.dropLast(20))
    #expect(throws: BookmarkFile.ReadError.incomplete(.insideList)) { try links(cut) }
    #expect(throws: BookmarkFile.ReadError.noLinks) { try links("{}") }
  }

  @Test func tableOfInstapaperIsRead() throws {
    let links = try links(
      """
      URL,Title,Selection,Folder,Timestamp,Tags
      https://a.org,A,,Unread,1700000000,[]
      https://b.org,B,"quoted, text",Starred,1700000001,"[""x""]"
      https://c.org,C,,Recipes,1700000002,[]

      """)
    #expect(links.map(\.status) == [.inbox, .bookmark, nil])
    let dates = [1_700_000_000.0, 1_700_000_001, 1_700_000_002]
    #expect(links.map(\.createdAt?.timeIntervalSince1970) == dates)
    #expect(links.map(\.notStored) == [[], ["selection", "tags"], []])
    #expect(links.map(\.folder) == ["Unread", "Starred", "Recipes"])
  }

  @Test func foldersAndPropertiesOfBrowsersAreNoted() throws {
    let links = try links(
      """
      <H1>Bookmarks</H1><DL><p><DT><A HREF="https://a.org" ICON="data:x" PRIVATE="0">a</A>
      <DT><H3 ADD_DATE="1">Mine</H3><DL><p><DT><A HREF="https://b.org" SHORTCUTURL="b">b</A>
      <DT><H3>Archive</H3><DL><p><DT><A HREF="https://c.org">c</A></DL>
      <DT><A HREF="https://d.org">d</A></DL><DT><A HREF="https://e.org">e</A></DL>
      """)
    #expect(links.map(\.folder) == [nil, "Mine", "Archive", "Mine", nil])
    #expect(links.map(\.status) == [nil, nil, .archive, nil, nil])
    #expect(links.map(\.notStored) == [["icon"], ["shortcuturl"], [], [], []])
  }

  @Test func listsOfPocketAreRead() throws {
    let links = try links(
      """
      <!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
      <h1>Unread</h1><ul><li><a href="https://a.org" time_added="1700000000" tags="">A</a></li></ul>
      <h1>Read Archive</h1><ul><li><a href="https://b.org" time_added="1700000001" tags="x">B</a></li>
      </ul></body></html>
      """)
    #expect(links.map(\.status) == [.inbox, .archive])
    #expect(links.map(\.createdAt?.timeIntervalSince1970) == [1_700_000_000, 1_700_000_001])
    #expect(links.map(\.notStored) == [[], ["tags"]])
  }
}
