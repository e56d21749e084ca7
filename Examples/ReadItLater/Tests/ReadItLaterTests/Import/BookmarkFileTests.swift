import Foundation
import Testing

@testable import ReadItLaterCore

@Suite("Bookmark file")
struct BookmarkFileTests {
  private let html = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n<DT><A HREF=\"https://e.org/\">日本</A>"

  @Test func exportsAndListsAreDistinguished() throws {
    #expect(try BookmarkFile.links(in: Data(html.utf8)).map(\.title) == ["日本"])
    let list = try BookmarkFile.links(in: Data("https://e.org/<dl>\n".utf8))
    #expect(!list.isEmpty)
  }

  @Test func listsMayHaveCommentsTitlesAndAnyLineBreaks() throws {
    let text =
      "# heading\r\nhttps://e.org/1\r\n\r\n  https://e.org/2 \t The title \n\nhttps://e.org/3"
    let links = try BookmarkFile.links(in: Data(text.utf8))
    #expect(links.map(\.url) == (1...3).map { "https://e.org/\($0)" })
    #expect(links.map(\.title) == ["", "The title", ""])
    #expect(links.map(\.line) == [2, 4, 6])
  }

  @Test func byteOrderMarksAreRecognized() throws {
    #expect(
      try BookmarkFile.links(in: Data([0xEF, 0xBB, 0xBF]) + Data("https://e.org".utf8)).map(\.url)
        == ["https://e.org"])
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let data = try #require(("\u{FEFF}" + html).data(using: encoding))
      #expect(try BookmarkFile.links(in: data).map(\.title) == ["日本"])
    }
  }

  @Test func declaredEncodingIsUsed() throws {
    let page = "<META CONTENT=\"text/html; charset=Shift_JIS\"><A HREF=\"https://e.org\">日本語</A>"
    let data = try #require(page.data(using: .shiftJIS))
    #expect(try BookmarkFile.links(in: data).map(\.title) == ["日本語"])
    let claim = page.replacing("Shift_JIS", with: "ISO-8859-1")
    #expect(try BookmarkFile.links(in: Data(claim.utf8)).map(\.title) == ["日本語"])
  }

  @Test func illFormedTextIsRepaired() throws {
    let data = Data("<a href=https://e.org>a".utf8) + Data([0xFF, 0xC3]) + Data("</a>".utf8)
    #expect(try BookmarkFile.links(in: data).map(\.url) == ["https://e.org"])
  }

  @Test func binaryFileIsRefused() {
    #expect(throws: BookmarkFile.ReadError.notText) {
      try BookmarkFile.links(in: Data([0x7F, 0x45, 0x4C, 0x46, 0, 0]))
    }
  }

  @Test(arguments: ["", "\n\n", "# only a comment", "<html><p>No links</p></html>"])
  func fileWithoutLinksIsRefused(_ text: String) {
    #expect(throws: BookmarkFile.ReadError.noLinks) {
      try BookmarkFile.links(in: Data(text.utf8))
    }
  }

  @Test(.timeLimit(.minutes(20))) func hundredThousandLinksAreRead() throws {
    let line =
      "<DT><A HREF=\"https://example.com/page?id=1&amp;x=2\" ADD_DATE=\"1700000000\">Title</A>\n"
    let text = html + "\n" + String(repeating: line, count: 100_000)
    let links = try BookmarkFile.links(in: Data(text.utf8))
    #expect(links.count == 100_001)
    #expect(links.last?.line == 100_002)
  }

  private func cut(_ data: Data) -> BookmarkFile.Cut? {
    do {
      _ = try BookmarkFile.links(in: data)
    } catch BookmarkFile.ReadError.incomplete(let cut) {
      return cut
    } catch {}
    return nil
  }

  private static let export = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <DL><p>
      <DT><H3>読む</H3>
      <DL><p>
        <DT><A HREF="https://e.org/1" ADD_DATE="1000000000">一番目</A>
      </DL><p>
      <DT><A HREF="https://e.org/2">R&amp;D</A>
    </DL>
    """

  @Test func truncatedExportIsRecognized() throws {
    let whole = Data(Self.export.utf8)
    #expect(cut(whole) == nil)
    #expect(cut(whole + Data("<p>\n".utf8)) == nil)
    let begin = try #require(Self.export.utf8.firstRange(of: Array("<DL>".utf8))?.lowerBound)
    let first = Self.export.utf8.distance(from: Self.export.utf8.startIndex, to: begin)
    for count in (first + 4)..<(whole.count - 1) {
      #expect(cut(whole.prefix(count)) != nil, "\(count) bytes")
      let links = try? BookmarkFile.links(in: whole.prefix(count), allowingCut: true)
      #expect((links?.count ?? 0) <= 2)
    }
    #expect(cut(Data("<a href=https://e.org>a</a><".utf8)) == .insideTag)
    #expect(cut(Data("<a href=https://e.org>a</a><!-- b".utf8)) == .insideTag)
    #expect(cut(Data("<a href=https://e.org>a".utf8)) == .insideLink)
    #expect(cut(Data("<ul><li><a href=https://e.org>a</a>".utf8)) == .insideList)
  }

  @Test func listTruncatedInACharacterIsRecognized() throws {
    let whole = Data("https://e.org/ 日本👩".utf8)
    for missing in 1...3 { #expect(cut(whole.dropLast(missing)) == .insideCharacter) }
    #expect(cut(whole) == nil)
    #expect(cut(whole.dropLast(4)) == nil)
    let wide = try #require("\u{FEFF}https://e.org".data(using: .utf16LittleEndian))
    #expect(cut(wide.dropLast()) == .insideCharacter)
    #expect(cut(wide) == nil)
    #expect(try BookmarkFile.links(in: wide.dropLast(), allowingCut: true).count == 1)
  }

  @Test func fileWithZeroBytesIsRefused() {
    let damaged = Data(Self.export.utf8) + Data(count: 10_000)
    #expect(throws: BookmarkFile.ReadError.notText) { try BookmarkFile.links(in: damaged) }
  }
}
