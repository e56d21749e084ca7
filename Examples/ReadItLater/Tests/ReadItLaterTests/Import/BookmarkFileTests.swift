import Foundation
import Testing

@testable import ReadItLaterCore

@Suite("Bookmark file")
struct BookmarkFileTests {
  private let html = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<DT><A HREF=\"https://e.org/\">日本</A>"

  @Test func tellsExportFromList() throws {
    #expect(try BookmarkFile.links(in: Data(html.utf8)).map(\.title) == ["日本"])
    let list = try BookmarkFile.links(in: Data("https://e.org/<dl>\n".utf8))
    #expect(!list.isEmpty)
  }

  @Test func readsListWithCommentsTitlesAndAnyLineEnds() throws {
    let text =
      "# heading\r\nhttps://e.org/1\r\n\r\n  https://e.org/2 \t The title \n\nhttps://e.org/3"
    let links = try BookmarkFile.links(in: Data(text.utf8))
    #expect(links.map(\.url) == (1...3).map { "https://e.org/\($0)" })
    #expect(links.map(\.title) == ["", "The title", ""])
    #expect(links.map(\.line) == [2, 4, 6])
  }

  @Test func readsByteOrderMarks() throws {
    #expect(
      try BookmarkFile.links(in: Data([0xEF, 0xBB, 0xBF]) + Data("https://e.org".utf8)).map(\.url)
        == ["https://e.org"])
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let data = try #require(("\u{FEFF}" + html).data(using: encoding))
      #expect(try BookmarkFile.links(in: data).map(\.title) == ["日本"])
    }
  }

  @Test func readsEncodingThatFileNames() throws {
    let page = "<META CONTENT=\"text/html; charset=Shift_JIS\"><A HREF=\"https://e.org\">日本語</A>"
    let data = try #require(page.data(using: .shiftJIS))
    #expect(try BookmarkFile.links(in: data).map(\.title) == ["日本語"])
    let claim = page.replacing("Shift_JIS", with: "ISO-8859-1")
    #expect(try BookmarkFile.links(in: Data(claim.utf8)).map(\.title) == ["日本語"])
  }

  @Test func repairsIllFormedText() throws {
    let data = Data("<a href=https://e.org>a".utf8) + Data([0xFF, 0xC3]) + Data("</a>".utf8)
    #expect(try BookmarkFile.links(in: data).map(\.url) == ["https://e.org"])
  }

  @Test func refusesWhatIsNoText() {
    #expect(throws: BookmarkFile.ReadError.notText) {
      try BookmarkFile.links(in: Data([0x7F, 0x45, 0x4C, 0x46, 0, 0]))
    }
  }

  @Test(arguments: ["", "\n\n", "# only a comment", "<html><p>No links</p></html>"])
  func refusesFileWithoutLinks(_ text: String) {
    #expect(throws: BookmarkFile.ReadError.noLinks) {
      try BookmarkFile.links(in: Data(text.utf8))
    }
  }

  @Test(.timeLimit(.minutes(1))) func readsHundredThousandLinks() throws {
    let line =
      "<DT><A HREF=\"https://example.com/page?id=1&amp;x=2\" ADD_DATE=\"1700000000\">Title</A>\n"
    let text = html + "\n" + String(repeating: line, count: 100_000)
    let links = try BookmarkFile.links(in: Data(text.utf8))
    #expect(links.count == 100_001)
    #expect(links.last?.line == 100_002)
  }
}
