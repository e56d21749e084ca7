import Foundation
import ReadItLaterCore
import Testing

@Suite("Bookmark creation")
struct BookmarkCreationTests {
  @Test func keepsAddressAndTitleWithoutSurroundingSpace() {
    #expect(
      Bookmark.create(from: "  https://example.com/a?b=c#d \n", title: " Title ")
        == .success(BookmarkData(url: "https://example.com/a?b=c#d", title: "Title")))
    #expect(
      Bookmark.create(from: "http://例え.jp/道", title: nil)
        == .success(BookmarkData(url: "http://例え.jp/道", title: "")))
  }

  @Test func putsLineWrappedAddressTogether() {
    #expect(
      Bookmark.create(from: "https://example.com/\r\n\tlong", title: nil)
        == .success(BookmarkData(url: "https://example.com/long", title: "")))
  }

  @Test(arguments: ["", "  ", "\n\t"])
  func refusesNothing(_ text: String) {
    #expect(Bookmark.create(from: text, title: "x") == .failure(.emptyURL))
  }

  @Test(arguments: ["example.com", "https://", "https:///path", "//example.com"])
  func refusesWhatIsNoAddress(_ text: String) {
    #expect(Bookmark.create(from: text, title: nil) == .failure(.invalidURL(text)))
  }

  @Test(arguments: ["javascript:alert(1)", "ftp://example.com/", "file:///etc/hosts"])
  func refusesOtherSchemes(_ text: String) {
    let scheme = String(text.prefix { $0 != ":" })
    #expect(Bookmark.create(from: text, title: nil) == .failure(.unsupportedScheme(scheme)))
  }

  @Test func describesItsErrors() {
    #expect(Bookmark.CreationError.emptyURL.localizedDescription == "There is no address.")
    #expect(
      ShareError.bookmarkCreationFailed(.emptyURL).localizedDescription
        == "ブックマークの作成に失敗しました: There is no address.")
  }

  @Test(arguments: [
    ("HTTPS://Example.COM", "https://example.com/"),
    ("https://example.com:443/a", "https://example.com/a"),
    ("http://example.com:80", "http://example.com/"),
  ])
  func comparesSpellingsOfOneAddress(_ first: String, _ second: String) {
    #expect(WebAddress.comparisonKey(first) == WebAddress.comparisonKey(second))
  }

  @Test(arguments: [
    ("https://example.com/a", "https://example.com/A"),
    ("https://example.com/a", "http://example.com/a"),
    ("https://example.com/a", "https://example.com/a/"),
    ("https://example.com/a", "https://example.com/a?b"),
    ("https://example.com:8443/", "https://example.com/"),
  ])
  func tellsDifferentAddressesApart(_ first: String, _ second: String) {
    #expect(WebAddress.comparisonKey(first) != WebAddress.comparisonKey(second))
  }
}
