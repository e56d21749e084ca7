import ExampleTestSupport
import Foundation
import Testing

@testable import ReadItLaterCore

@Suite("Netscape bookmark parser")
struct NetscapeBookmarkParserTests {
  private func parse(_ text: String) -> [ImportedBookmark] {
    NetscapeBookmarkParser.links(in: Array(text.utf8))
  }

  @Test func addressTitleAndDateAreRead() {
    let links = parse(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p>
          <DT><A HREF="https://example.com/a?b=1&amp;c=2" ADD_DATE="1700000000">A &lt;b&gt; 日本語</A>
      </DL><p>
      """)
    #expect(
      links == [
        ImportedBookmark(
          url: "https://example.com/a?b=1&c=2", title: "A <b> 日本語",
          createdAt: Date(timeIntervalSince1970: 1_700_000_000), line: 3)
      ])
  }

  @Test(arguments: [
    "<A HREF=\"https://e.org/\">t</A>",
    "<a href='https://e.org/'>t</a>",
    "<a href=https://e.org/>t</a>",
    "<a\n  Add_Date = \"x\"\n  Href = \"https://e.org/\"\n>t</a >",
    "<A ICON=\"data:image/png;base64,AA/==\" PRIVATE HREF=\" https://e.org/ \" TAGS=\"a>b\">t</A>",
    "<a href=\"https://e.org/\" href=\"https://other.org/\">t</a>",
    "<A HREF=\"https://e.org/\">\r\n  t\r\n</A>",
    "<A HREF=\"https://e.org/\"><b>t</b></A>",
    "<A HREF=\"https://e.org/\"><!-- <A HREF=\"https://no.org\"> -->t</A>",
  ])
  func anySpellingOfALinkIsRead(_ text: String) {
    let links = parse(text)
    #expect(links.map(\.url) == ["https://e.org/"])
    #expect(links.map(\.title) == ["t"])
    #expect(links.first?.createdAt == nil)
  }

  @Test func foldersDescriptionsAndSeparatorsAreIgnored() {
    let links = parse(
      """
      <DL><p><DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Folder</H3>
      <DL><p><DT><A HREF="https://e.org/1">one</A>
      <DD>about one
      <HR>
      <DT><A NAME="no address">two</A>
      <DT><A HREF="https://e.org/3">three</A></DL><p></DL><p>
      """)
    #expect(links.map(\.url) == ["https://e.org/1", "https://e.org/3"])
    #expect(links.map(\.title) == ["one", "three"])
  }

  @Test func linksInBrokenMarkupAreRead() {
    let links = parse(
      """
      <DT><A HREF="https://e.org/1" ADD_DATE="12>lost quote</A>
      <DT><A HREF="https://e.org/2">never closed
      <DT><A HREF="https://e.org/3">5 < 6 & 7 > 6 &bogus; &#xZZ;</A>
      <DT><A HREF="https://e.org/4"
      <DT><A HREF="https://e.org/5">cut
      """)
    #expect(links.map(\.url) == (1...5).map { "https://e.org/\($0)" })
    #expect(links[0].title == "lost quote")
    #expect(links[1].title == "never closed")
    #expect(links[2].title == "5 < 6 & 7 > 6 &bogus; &#xZZ;")
    #expect(links[4].title == "cut")
  }

  @Test(arguments: [
    ("1700000000", 1_700_000_000.0), ("1700000000123", 1_700_000_000.123),
    ("1700000000123456", 1_700_000_000.123456),
  ])
  func datesInSecondsAndFinerUnitsAreRead(_ text: String, _ seconds: Double) throws {
    let link = try #require(parse("<a href=x add_date=\(text)>t</a>").first)
    let date = try #require(link.createdAt)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-5)
  }

  @Test(arguments: ["", "0", "-5", "nan", "inf", "soon", "1e300"])
  func invalidDatesAreIgnored(_ text: String) {
    #expect(parse("<a href=x add_date=\"\(text)\">t</a>").map(\.createdAt) == [nil])
  }

  @Test func randomExportsAreReadBack() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let links = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        RandomExport.link(using: &generator)
      }
      let text = RandomExport.text(of: links, using: &generator)
      let found = parse(text)
      #expect(found.map(\.url) == links.map(\.url), "seed \(seed)")
      #expect(found.map(\.title) == links.map(\.title), "seed \(seed)")
      #expect(found.map(\.createdAt) == links.map(\.createdAt), "seed \(seed)")
    }
  }

  @Test func parserEndsForAnyInput() {
    let pieces = [
      "<a ", "href=", "\"", "'", ">", "<", "/", "</a>", "<!--", "-->", "<!", "&#", "&amp", ";",
      "\n", "<DT>", "x", "\u{0}", "é", "=", " ",
    ]
    for seed in UInt64(1)...2_000 {
      var generator = SeededGenerator(seed: seed)
      let text = (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let links = parse(text)
      #expect(links.count <= text.count / 3, "seed \(seed)")
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: ["<a href=\"", "<!--", "<", "<a b='c", "&", "<a "])
  func parsingTakesTimeProportionalToSize(_ piece: String) {
    let text = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
    #expect(parse(text).count <= text.utf8.count)
  }
}
