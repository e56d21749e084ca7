import Foundation
import ReadItLaterCore
import Testing

@Suite("Bookmark")
struct BookmarkTests {
  @Test func newBookmarkIsInTheInbox() {
    let bookmark = Bookmark(url: "https://example.com")
    #expect(bookmark.status == .inbox)
    #expect(bookmark.statusDisplayName == "Inbox")
    #expect(bookmark.title?.isEmpty == true)
  }

  @Test func changeOfStatusSetsItsDate() {
    let bookmark = Bookmark(url: "https://example.com")
    let before = Date.now
    bookmark.status = .bookmark
    #expect(bookmark.statusRawValue == "bookmark")
    #expect(bookmark.statusChangedAt >= before)
  }

  @Test func unknownStatusIsReadAsInbox() {
    let bookmark = Bookmark(url: "https://example.com", status: .archive)
    bookmark.statusRawValue = "of a later version"
    #expect(bookmark.status == .inbox)
  }

  @Test func missingTitleAndAddressAreHandled() {
    let bookmark = Bookmark(url: "https://example.com/a")
    bookmark.title = nil
    #expect(bookmark.safeTitle == "No title")
    #expect(bookmark.maybeURL == URL(string: "https://example.com/a"))
    bookmark.url = nil
    #expect(bookmark.maybeURL == nil)
  }

  @Test func inboxWarnsAtFourFifthsOfItsLimit() {
    #expect(InboxConfiguration.maxItems == 50)
    #expect(InboxConfiguration.warningThreshold == 40)
  }
}
