import Testing

@testable import KintoSync

@Suite("Cursors of a Kinto")
struct KintoCursorTests {
  /// The store that contains a cursor may be damaged.
  @Test(arguments: [
    #"{"p":-9223372036854775808,"s":0,"t":{}}"#, #"{"p":0,"s":-1,"t":{}}"#, "", "{}", "[]",
  ])
  func damagedCursorIsRefused(_ text: String) {
    #expect(KintoCursor(text) == nil)
  }

  @Test func settledVersionsAreForgottenPageByPage() {
    var cursor = KintoCursor()
    for page in 1...10_000 {
      for number in 0..<10 {
        cursor.position = Int64(page * 10 + number)
        cursor.told["r\(cursor.position)"] = cursor.position
      }
      cursor.endPage(at: 1_000_000, margin: 10, hasMore: page < 10_000)
      #expect(cursor.told.isEmpty)
    }
    #expect(cursor.settled == 100_009)
    #expect(cursor.text.utf8.count < 100)
  }

  /// Changes that earlier pages lacked may have been committed while later ones were read.
  @Test func nextReadingsBeginAtTheFirstPagesTime() {
    var cursor = KintoCursor()
    cursor.told["old"] = 900
    cursor.told["new"] = 1_000
    cursor.position = 1_000
    cursor.endPage(at: 1_005, margin: 50, hasMore: true)
    #expect(cursor.settled == 955)
    #expect(cursor.position == 1_000)
    cursor.told["newer"] = 1_300
    cursor.position = 1_300
    cursor.endPage(at: 2_000, margin: 50, hasMore: false)
    #expect(cursor.settled == 955)
    #expect(cursor.position == 955)
    #expect(cursor.told == ["new": 1_000, "newer": 1_300])
    // The next fetch starts there, and finds all committed changes.
    cursor.position = 1_300
    cursor.endPage(at: 2_001, margin: 50, hasMore: false)
    #expect(cursor.settled == 1_300)
    #expect(cursor.told.isEmpty)
  }

  @Test func cursorsAreReadBackFromText() {
    var cursor = KintoCursor()
    (cursor.settled, cursor.position, cursor.bound) = (5, 9, 7)
    cursor.told = ["a": 8]
    #expect(KintoCursor(cursor.text)?.text == cursor.text)
    #expect(KintoCursor("{}")?.text == nil)
    #expect(KintoCursor(#"{"s":1,"p":2,"t":{}}"#)?.bound == nil)
  }
}
