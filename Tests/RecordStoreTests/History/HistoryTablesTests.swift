import RecordStore
import SwiftDataErrors
import Testing

@Suite("Tables of the history")
struct HistoryTablesTests {
  private struct Stop: Error {}

  private static func tag(_ label: String) -> RecordChanges {
    var changes = RecordChanges()
    changes.insert("Tag", ["label": .text(label)])
    return changes
  }

  /// The first transaction creates the history tables and is rolled back, so the second save must
  /// create them again.
  @Test func historyTablesAreRecreatedAfterAFailedTransaction() throws {
    let folder = try TemporaryFolder()
    let engine = try RecordModels.open(folder)
    #expect(throws: Stop.self) {
      try engine.transaction { writer in
        _ = try writer.save(Self.tag("A"))
        _ = try writer.save(Self.tag("B"))
        throw Stop()
      }
    }
    try engine.save(Self.tag("C"))
    try engine.save(Self.tag("D"))
    #expect(try engine.history(after: 0, limit: 9).count == 2)
    #expect(try RecordModels.open(folder).rows(RecordQuery("Tag")).count == 2)
  }

  /// The same for the positions of members.
  @Test func positionsAreKeptAfterAFailedTransaction() throws {
    let folder = try TemporaryFolder()
    let engine = try RecordModels.open(folder)
    func author() -> RecordChanges {
      var changes = RecordChanges()
      let author = changes.insert("Author", ["name": .text("A")])
      let books = (0..<2).map { changes.insert("Book", ["title": .text("\($0)")]) }
      changes.relate(author, of: "Author", "books", to: [books[1], books[0]])
      return changes
    }
    #expect(throws: Stop.self) {
      try engine.transaction { writer in
        _ = try writer.save(author())
        _ = try writer.save(author())
        throw Stop()
      }
    }
    try engine.save(author())
    let owner = try #require(try engine.rows(RecordQuery("Author")).first).key
    let members = try engine.members(of: owner, "Author", "books")
    #expect(members.count == 2)
    #expect(members == members.sorted(by: >))
  }
}
