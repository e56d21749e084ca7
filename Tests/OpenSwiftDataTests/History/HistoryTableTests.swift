import CoreDataFormat
import Foundation
@testable import OpenSwiftData
import SQLCore
import Testing

@Suite("Tables of the history")
struct HistoryTableTests {
  private let store: TestStore
  private let context: ModelContext
  private let history: HistoryTable

  init() throws {
    store = try TestStore(.file, HistoryTable.types)
    context = store.makeContext()
    history = try HistoryTable(store)
  }

  private func insertTag() throws {
    context.insert(Tag(label: ""))
    try context.save()
  }

  private func texts() throws -> Set<[SQLValue]> {
    Set(
      try history.rows(
        "SELECT name, sql FROM sqlite_master WHERE tbl_name IN "
          + "('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')"))
  }

  @Test func missingTablesAreCreated() throws {
    let texts = try texts()
    for name in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
      try history.run("DROP TABLE \(name)")
    }
    try insertTag()
    try insertTag()
    #expect(try self.texts() == texts)
    #expect(try history.newest() == ["insert Tag/p2"])
  }

  /// Earlier versions of Core Data stored the author and the other texts in each transaction.
  @Test func olderTablesAreCompleted() throws {
    try history.run("DROP TABLE ATRANSACTION")
    try history.run("DROP TABLE ATRANSACTIONSTRING")
    try history.run(
      "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZPROCESSID VARCHAR )")
    try history.run("INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHOR) VALUES (41, 16002, 'old')")
    try insertTag()
    try insertTag()
    #expect(try history.newest() == ["insert Tag/p2"])
    let keys = try history.rows("SELECT Z_PK FROM ATRANSACTION ORDER BY 1")
    #expect(keys == [[.integer(41)], [.integer(42)], [.integer(43)]])
  }

  @Test func keysAreNotReused() throws {
    try insertTag()
    try insertTag()
    try history.run("DELETE FROM ACHANGE")
    try history.run("DELETE FROM ATRANSACTION")
    try history.run("DELETE FROM ATRANSACTIONSTRING")
    try insertTag()
    let keys = try history.rows("SELECT C.Z_PK, T.Z_PK FROM ACHANGE C, ATRANSACTION T")
    #expect(keys == [[.integer(3), .integer(3)]])
    // Another program wrote rows without updating the counters.
    try history.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT > 16000")
    try insertTag()
    #expect(try history.newest() == ["insert Tag/p4"])
  }

  @Test func failedSavesAreNotRecorded() throws {
    try insertTag()
    try history.run(
      "CREATE TRIGGER REFUSAL BEFORE INSERT ON ZWORK BEGIN SELECT RAISE(ABORT, 'refused'); END")
    context.insert(Tag(label: ""))
    context.insert(Work(title: ""))
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try history.count(.change) == 1)
    #expect(try history.count(.transaction) == 1)
  }

  @Test func tablesStayEmptyIfHistoryIsNotTracked() throws {
    let store = try TestStore(.file, HistoryTable.types, tracksHistory: false)
    let (context, history) = (store.makeContext(), try HistoryTable(store))
    let tag = Tag(label: "")
    context.insert(tag)
    try context.save()
    tag.label = "a"
    try context.save()
    try context.update(Tag.self, .set(\.label, to: "b"))
    context.delete(tag)
    try context.save()
    #expect(try history.count(.change) == 0)
    #expect(try history.count(.transaction) == 0)
    #expect(try history.rows("SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT > 16000").isEmpty)
  }

  @Test func erasingAStoreErasesItsHistory() throws {
    try insertTag()
    try store.container.erase()
    #expect(try history.count(.change) == 0)
    try insertTag()
    #expect(try history.newest() == ["insert Tag/p2"])
    // Erasing uses up a transaction number, so that no earlier token is the newest one.
    #expect(try history.rows("SELECT Z_PK FROM ATRANSACTION") == [[.integer(3)]])
  }

  @Test func changesOfRowsFarApartAreRecorded() throws {
    let tags = (0..<200).map { Tag(label: "\($0)") }
    tags.forEach(context.insert)
    try context.save()
    for number in stride(from: 0, to: 200, by: 3) { tags[number].label = "new" }
    for number in 60..<90 { tags[number].label = "new" }
    let chosen = tags.filter { $0.label == "new" }.map(\.persistentModelID.key)
    try context.save()
    #expect(
      try Set(history.newest()) == Set(chosen.map { "update Tag/p\($0) label" }))
    for number in stride(from: 1, to: 200, by: 7) { context.delete(tags[number]) }
    let deleted = stride(from: 1, to: 200, by: 7).map { tags[$0].persistentModelID.key }
    try context.save()
    #expect(try Set(history.newest()) == Set(deleted.map { "delete Tag/p\($0)" }))
  }

  @Test func changesOfASaveAreWrittenByOneStatement() throws {
    try insertTag()
    try insertTag()
    for _ in 0..<100 { context.insert(Tag(label: "")) }
    let texts = try statements(in: store.container) { try context.save() }
    // One statement each for the counters, the transaction and the insertions.
    #expect(texts.count { $0.contains("ACHANGE") || $0.contains("ATRANSACTION") } == 3)
  }
}
