import Foundation
import Testing

@testable import ReadItLaterCore

@Suite("Tables of links")
struct LinkTableTests {
  private func links(_ text: String, allowingCut: Bool = false) throws -> [ImportedBookmark] {
    try BookmarkFile.links(in: Data(text.utf8), allowingCut: allowingCut)
  }

  private static let pocket = """
    title,url,time_added,tags,status
    Swift,https://swift.org,1700000000,,unread
    "A, B",https://example.org/ab,1700000001,x|y,archive

    """

  @Test(arguments: ["\n", "\r\n"]) func exportOfPocketIsRead(_ lineBreak: String) throws {
    let links = try links(Self.pocket.replacing("\n", with: lineBreak))
    #expect(links.map(\.url) == ["https://swift.org", "https://example.org/ab"])
    #expect(links.map(\.title) == ["Swift", "A, B"])
    #expect(links.map(\.status) == [.inbox, .archive])
    #expect(links.map(\.createdAt?.timeIntervalSince1970) == [1_700_000_000, 1_700_000_001])
    #expect(links.map(\.notStored) == [[], ["tags"]])
    #expect(links.map(\.line) == [2, 3])
  }

  @Test func columnsMayHaveAnyOrderAndCase() throws {
    let links = try links("\"URL\", Note ,Title\nhttps://a.org,n,\"two\nlines \"\"b\"\"\"\n\n,,x\n")
    #expect(links.map(\.url) == ["https://a.org", ""])
    #expect(links.map(\.title) == ["two lines \"b\"", "x"])
    #expect(links.map(\.notStored) == [["note"], []])
    #expect(links.map(\.line) == [2, 5])
  }

  @Test func valuesThatABookmarkDoesNotHoldAreNoted() throws {
    let links = try links(
      "url,time_added,status\nhttps://a.org,yesterday,deleted\nhttps://b.org,1,unread,more\n")
    #expect(links.map(\.notStored) == [["time_added", "status"], ["more than the columns"]])
    #expect(links.map(\.status) == [nil, .inbox])
  }

  @Test func tableThatIsCutOffIsRefused() throws {
    let text = "url,title\nhttps://a.org,\"A\"\nhttps://b.org,\"B"
    #expect(throws: BookmarkFile.ReadError.incomplete(.insideQuotes)) { try links(text) }
    #expect(try links(text, allowingCut: true).map(\.title) == ["A", "B"])
    #expect(throws: BookmarkFile.ReadError.noLinks) { try links("title,url\n") }
  }

  @Test func titlesWithTagsDoNotMakeAnHTMLFile() throws {
    let links = try links("title,url\n\"<a href=x>\",https://a.org\n")
    #expect(links.map(\.title) == ["<a href=x>"])
  }

  @Test func tagsAndDescriptionsOfBrowsersAreNoted() throws {
    let links = try links(
      """
      <DL><p><DT><H3>Folder</H3><DD>of what
      <DL><p><DT><A HREF="https://a.org" TAGS="x,y">a</A><DD>About a
      <DT><A HREF="https://b.org" TAGS="">b</A><DT><H3>Other</H3><DD>of what</DL></DL>
      """)
    #expect(links.map(\.notStored) == [["tags", "descriptions"], []])
  }
}
