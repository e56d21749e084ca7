import Foundation
import OpenSwiftData
import StoreTesting
import Testing

@Suite("Explained fetches")
struct ExplainTests {
  private let pinned = FetchDescriptor<Note>(
    predicate: #Predicate { $0.isPinned && $0.title == "note 1" },
    sortBy: [SortDescriptor(\.code)])

  @Test(arguments: TestedStore.supporting(.queries))
  func theStatementIsThatOfTheFetch(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([1])
    let explanation = try context.explain(pinned)
    let fetched = try statements(in: store.container) { _ = try context.fetch(pinned) }
    #expect(fetched.contains(explanation.sql))
    #expect(explanation.parameters.contains("'note 1'"))
    #expect(!explanation.plan.isEmpty)
    #expect(explanation.isComplete)
    #expect("\(explanation)".contains(explanation.sql))
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func plansNameIndexes(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    let found = try context.explain(FetchDescriptor<Note>(predicate: #Predicate { $0.code == 1 }))
    #expect(found.plan.joined().localizedCaseInsensitiveContains("index"))
    let counted = try context.explain("SELECT COUNT(*) FROM \(Note.self)")
    #expect(counted.plan.joined().localizedCaseInsensitiveContains("scan"))
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func measuringReadsOnly(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    let measured = try context.explain(FetchDescriptor<Note>(), measures: true)
    if !kind.name.contains("SQLite") { #expect(measured.plan.joined().contains("actual")) }
    #expect(throws: SwiftDataError.unsupportedQuery) {
      try context.explain("DELETE FROM \(Note.self)", measures: true)
    }
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func workInMemoryIsReported(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let inMemory = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title.count)])
    #expect(try !context.explain(inMemory).isComplete)
    context.insert(Note(code: 1))
    #expect(try !context.explain(pinned).isComplete)
  }

  @Test(arguments: TestedStore.all.filter { !$0.supports.contains(.queries) })
  func customStoresExplainNothing(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedQuery) { try context.explain(pinned) }
  }
}
