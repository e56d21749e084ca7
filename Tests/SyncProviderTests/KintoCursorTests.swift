import Testing

@testable import KintoSync

@Suite("Cursors of a Kinto")
struct KintoCursorTests {
  /// The next reading goes back by ten seconds: what is older need not be known any more.
  @Test func staySmall() throws {
    var cursor = KintoCursor()
    for number in 0..<5_000 { cursor.told["r\(number)"] = Int64(number) * 10 }
    cursor.position = 49_990
    cursor.prune(at: 50_000, margin: 10_000)
    #expect(cursor.told.count == 999)
    #expect(cursor.told["r4001"] == 40_010)
    var ended = cursor
    ended.end(at: 50_000, margin: 10_000)
    #expect(ended.settled == 40_000)
    #expect(ended.told.count == 999)
    // The next reading comes to the same records once more, and finds that they were told.
    ended.position = 49_990
    ended.end(at: 100_000, margin: 10_000)
    #expect(ended.settled == 49_990)
    #expect(ended.told.count == 0)
    #expect(try #require(KintoCursor(cursor.text)).told.count == 999)
  }
}
