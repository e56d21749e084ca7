import Foundation
import Locks
import OpenSwiftData
import StoreTesting
import Testing

@Suite("Reported statements")
struct StatementEventTests {
  private func events(
    _ context: ModelContext, _ body: () throws -> Void
  ) rethrows -> [StatementEvent] {
    let log = StatementLog()
    let observation = context.observeStatements(includingValues: true) { log.append($0) }
    defer { observation.cancel() }
    try body()
    return log.events
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func eventsHaveTheirTimesRowsAndValues(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes(1...3)
    let before = Date()
    let found = try events(context) {
      _ = try context.query(
        "SELECT * FROM \(Note.self) WHERE \(\Note.title) <> \("it's")", as: Note.self)
    }
    let event = try #require(found.first { $0.sql.hasPrefix("SELECT * FROM") })
    #expect(event.rows == 3)
    #expect(event.failure == nil)
    #expect(event.expandedSQL?.contains("'it''s'") == true)
    // Clocks are read one after the other.
    let tolerance = 0.1
    #expect(event.start > before.addingTimeInterval(-tolerance))
    #expect(
      event.start.addingTimeInterval(event.duration / .seconds(1))
        < Date(timeIntervalSinceNow: tolerance))
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func failuresAreReportedWithTheirCode(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    // Both fail when they run; the databases compute them only for a row.
    let query: SQLQuery =
      kind.name.contains("SQLite")
      ? "SELECT json_extract(\(\Note.title), '$') FROM \(Note.self)"
      : "SELECT 1 / (\(\Note.code) - 1) FROM \(Note.self)"
    let found = events(context) {
      #expect(throws: SwiftDataError.queryFailed) { try context.query(query, as: Int?.self) }
    }
    let failed = found.compactMap(\.failure)
    #expect(failed.map(\.code) == [kind.name.contains("SQLite") ? "1" : "22012"])
    #expect(found.first { $0.failure != nil }?.sql.hasPrefix("SELECT ") == true)
  }
}
