import Foundation
import ReadItLaterCore
import Testing

@Suite("Bookmark creation")
struct BookmarkCreationTests {
  @Test func addressAndTitleAreTrimmed() {
    #expect(
      Bookmark.create(from: "  https://example.com/a?b=c#d \n", title: " Title ")
        == .success(BookmarkData(url: "https://example.com/a?b=c#d", title: "Title")))
    #expect(
      Bookmark.create(from: "http://例え.jp/道", title: nil)
        == .success(BookmarkData(url: "http://例え.jp/道", title: "")))
  }

  @Test func lineBreaksInAddressesAreRemoved() {
    #expect(
      Bookmark.create(from: "https://example.com/\r\n\tlong", title: nil)
        == .success(BookmarkData(url: "https://example.com/long", title: "")))
  }

  @Test(arguments: ["", "  ", "\n\t"])
  func emptyAddressIsRefused(_ text: String) {
    #expect(Bookmark.create(from: text, title: "x") == .failure(.emptyURL))
  }

  @Test(arguments: ["example.com", "https://", "https:///path", "//example.com"])
  func invalidAddressesAreRefused(_ text: String) {
    #expect(Bookmark.create(from: text, title: nil) == .failure(.invalidURL(text)))
  }

  @Test(arguments: ["javascript:alert(1)", "ftp://example.com/", "file:///etc/hosts"])
  func otherSchemesAreRefused(_ text: String) {
    let scheme = String(text.prefix { $0 != ":" })
    #expect(Bookmark.create(from: text, title: nil) == .failure(.unsupportedScheme(scheme)))
  }

  @Test func creationErrorsAreDescribed() {
    #expect(Bookmark.CreationError.emptyURL.localizedDescription == "The address is empty.")
    #expect(
      ShareError.bookmarkCreationFailed(.emptyURL).localizedDescription
        == "ブックマークの作成に失敗しました: URLが空です。")
  }

  @Test(arguments: [
    ("HTTPS://Example.COM", "https://example.com/"),
    ("https://example.com:443/a", "https://example.com/a"),
    ("http://example.com:80", "http://example.com/"),
  ])
  func spellingsOfOneAddressAreEqual(_ first: String, _ second: String) {
    #expect(WebAddress.comparisonKey(first) == WebAddress.comparisonKey(second))
  }

  @Test(arguments: [
    ("https://example.com/a", "https://example.com/A"),
    ("https://example.com/a", "http://example.com/a"),
    ("https://example.com/a", "https://example.com/a/"),
    ("https://example.com/a", "https://example.com/a?b"),
    ("https://example.com:8443/", "https://example.com/"),
  ])
  func differentAddressesAreNotEqual(_ first: String, _ second: String) {
    #expect(WebAddress.comparisonKey(first) != WebAddress.comparisonKey(second))
  }
}
