import Foundation
import OpenSwiftData
import Testing

@Suite("SQL queries in transactions")
struct QueryTransactionTests {
  private func count(_ context: ModelContext) throws -> Int {
    try context.query(
      "SELECT COUNT(*) FROM \(Note.self) WHERE \(\Note.isPinned) = \(true)", as: Int.self)[0]
  }

  @Test(arguments: TestedStore.supporting(.queries, .transactions, .updatesOfMany))
  func aQuerySeesTheTransactionsUpdates(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes(1...3)
    let counts = try context.transaction(.serializable) {
      let before = try count(context)
      try context.update(Note.self, .set(\.isPinned, to: true))
      return (before, try count(context))
    }
    #expect(counts == (0, 3))
    #expect(try count(store.makeContext()) == 3)
  }

  @Test(arguments: TestedStore.supporting(.queries, .simultaneousTransactions))
  func aQueryReadsTheTransactionsSnapshot(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (context, other) = (store.makeContext(), store.makeContext())
    try context.saveNotes(1...3)
    let counts = try context.transaction(.repeatableRead) {
      let before = try count(context)
      try other.update(Note.self, .set(\.isPinned, to: true))
      return (before, try count(context))
    }
    #expect(counts == (0, 0))
    #expect(try count(context) == 3)
  }

  /// Two transactions that each read all balances and write one row cannot both commit.
  @Test(arguments: TestedStore.supporting(.queries, .simultaneousTransactions))
  func aQueryCountsAsAReadOfASerializableTransaction(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...2)
    let (context, other) = (store.makeContext(), store.makeContext())
    func pinFirst(_ context: ModelContext, _ code: Int, _ between: () throws -> Void) throws {
      try context.transaction(.serializable) {
        let pinned = try count(context)
        try between()
        if pinned == 0 { try context.note(code)?.isPinned = true }
      }
    }
    var isFirstRun = true
    try pinFirst(context, 1) {
      guard isFirstRun else { return }
      isFirstRun = false
      try pinFirst(other, 2) {}
    }
    #expect(try count(context) == 1)
  }
}
