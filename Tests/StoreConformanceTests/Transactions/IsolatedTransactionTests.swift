import Foundation
import Locks
import OpenSwiftData
import RandomTesting
import Testing

@Suite("Isolated transactions")
struct IsolatedTransactionTests {
  @Test(
    arguments: TestedStore.supporting(.transactions),
    [TransactionIsolation.serializable, .repeatableRead])
  func aDecisionAndItsChangesAreOne(
    _ kind: TestedStore, _ isolation: TransactionIsolation
  ) throws {
    let store = try TestStore(kind, for: Tally.self)
    let context = store.makeContext()
    context.insert(Tally(number: 1_000))
    try context.save()
    let container = store.container
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 {
        do {
          let context = ModelContext(container)
          try context.transaction(isolation) {
            let tally = try context.fetch(FetchDescriptor<Tally>())[0]
            tally.number -= 1
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock(\.self) == [])
    let left = try store.makeContext().fetch(FetchDescriptor<Tally>())
    #expect(left.map(\.number) == [840])
  }

  /// Each transaction only inserts, so that nothing but what it has read can conflict.
  @Test(arguments: TestedStore.supporting(.transactions))
  func aLimitOfRowsHolds(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Tally.self)
    let inserted = Mutex(0)
    let container = store.container
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for time in 0..<10 {
        do {
          let context = ModelContext(container)
          let isInserted = try context.transaction(.serializable) {
            guard try context.fetchCount(FetchDescriptor<Tally>()) < 50 else { return false }
            context.insert(Tally(number: thread * 100 + time))
            return true
          }
          if isInserted { inserted.withLock { $0 += 1 } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock(\.self) == [])
    #expect(inserted.withLock(\.self) == 50)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Tally>()) == 50)
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func modelsReadBeforeHaveTheLatestValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    try first.saveNotes([1])
    let notes = try #require(try (first.note(1), second.note(1)) as? (Note, Note))
    #expect(notes.1.title == "note 1")
    notes.0.title = "changed"
    try first.save()
    let title = try second.transaction(.serializable) { notes.1.title }
    #expect(title == "changed")
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func membersReadBeforeAreTheLatest(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Folder.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    first.insert(Folder(name: "root"))
    try first.save()
    let roots = try [first, second].map { try $0.fetch(FetchDescriptor<Folder>())[0] }
    #expect(roots[1].children?.count == 0)
    first.insert(Folder(name: "child", parent: roots[0]))
    try first.save()
    let names = try second.transaction(.serializable) { roots[1].children?.map(\.name) }
    #expect(names == ["child"])
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func aFailedTransactionLeavesNothing(_ kind: TestedStore) throws {
    struct Refusal: Error {}
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...2)
    let new = Note(code: 3)
    #expect(throws: Refusal.self) {
      try context.transaction(.serializable) {
        notes[0].title = "changed"
        context.delete(notes[1])
        context.insert(new)
        try context.save()
        throw Refusal()
      }
    }
    #expect(!context.hasChanges)
    #expect(notes.map(\.title) == ["note 1", "note 2"])
    #expect(!notes[1].isDeleted)
    #expect(new.modelContext == nil)
    #expect(try context.codes() == [1, 2])
    #expect(try store.makeReopenedContext().codes() == [1, 2])
    // The context can be used as before.
    notes[0].title = "changed"
    context.insert(new)
    try context.save()
    #expect(try store.makeReopenedContext().codes() == [1, 2, 3])
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func unsavedChangesAreNotPutAtRisk(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    context.insert(Note(code: 1))
    #expect(throws: SwiftDataError.contextHasChanges) {
      try context.transaction(.serializable) { Issue.record("The transaction began") }
    }
    #expect(context.hasChanges)
    try context.save()
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func savesAreWrittenAtTheEnd(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let saves = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in saves.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let result = try context.transaction(.serializable) {
      context.insert(Note(code: 1))
      try context.save()
      // Readers of a store in memory wait for the end of the transaction.
      if kind.supports.contains(.persistence) { #expect(try store.makeContext().codes() == []) }
      #expect(try context.codes() == [1])
      try context.transaction { context.insert(Note(code: 2)) }
      return try context.transaction(.repeatableRead) {
        context.insert(Note(code: 3))
        return "inner"
      }
    }
    #expect(result == "inner")
    #expect(saves.withLock(\.self) == 1)
    #expect(!context.hasChanges)
    #expect(try store.makeReopenedContext().codes() == [1, 2, 3])
  }

  @Test(arguments: TestedStore.supporting(.transactions, .updatesOfMany))
  func updatesOfManyRowsAreUndoneWithTheTransaction(_ kind: TestedStore) throws {
    struct Refusal: Error {}
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...3)
    #expect(throws: Refusal.self) {
      try context.transaction(.serializable) {
        _ = try context.update(Note.self, .set(\.title, to: "updated"))
        #expect(notes[0].title == "updated")
        throw Refusal()
      }
    }
    #expect(notes.map(\.title) == ["note 1", "note 2", "note 3"])
    try context.transaction(.serializable) {
      _ = try context.update(Note.self, .set(\.title, to: "updated"))
      notes[2].title = "changed"
    }
    let titles = try store.makeReopenedContext().fetch(
      FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])
    ).map(\.title)
    #expect(titles == ["updated", "updated", "changed"])
  }

  @Test(arguments: TestedStore.supporting(.transactions, .history))
  func theHistoryIsDeletedWithATransaction(_ kind: TestedStore) async throws {
    struct Refusal: Error {}
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    let all = HistoryDescriptor<DefaultHistoryTransaction>()
    // A server shows a transaction when all that began before it have ended, those of other tests, too.
    let isShown = try await eventually { try context.fetchHistory(all).count == 1 }
    #expect(isShown)
    #expect(throws: Refusal.self) {
      try context.transaction(.serializable) {
        try context.deleteHistory(all)
        #expect(try context.fetchHistory(all).isEmpty)
        throw Refusal()
      }
    }
    #expect(try context.fetchHistory(all).count == 1)
    try context.transaction(.serializable) { try context.deleteHistory(all) }
    #expect(try context.fetchHistory(all).isEmpty)
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func aTransactionOfSeveralStoresIsOne(_ kind: TestedStore) throws {
    struct Refusal: Error {}
    try kind.begin()
    let folder = try TestFolder()
    func configuration(_ name: String, _ type: any PersistentModel.Type)
      -> any DataStoreConfiguration
    { kind.configuration(name, Schema([type]), folder) }
    let container = try ModelContainer(
      for: Schema([Note.self, Tally.self]),
      configurations: [configuration("a", Note.self), configuration("b", Tally.self)])
    let context = ModelContext(container)
    func insert(_ number: Int) {
      context.insert(Note(code: number))
      context.insert(Tally(number: number))
    }
    try context.transaction(.serializable) { insert(1) }
    #expect(throws: Refusal.self) {
      try context.transaction(.serializable) {
        insert(2)
        throw Refusal()
      }
    }
    let other = ModelContext(container)
    #expect(try other.codes() == [1])
    #expect(try other.fetch(FetchDescriptor<Tally>()).map(\.number) == [1])
  }

  @Test(arguments: TestedStore.supporting(.simultaneousTransactions))
  func aTransactionRunsAgainAfterAConflict(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (context, other) = (store.makeContext(), store.makeContext())
    let note = try context.saveNotes([1])[0]
    var titles: [String] = []
    var new: [Note] = []
    try context.transaction(.serializable) {
      titles.append(note.title)
      if titles.count == 1 {
        try #require(try other.note(1)).title = "other"
        try other.save()
      }
      new.append(Note(code: titles.count + 1))
      context.insert(new[new.count - 1])
      note.title += "!"
    }
    #expect(titles == ["note 1", "other"])
    #expect(note.title == "other!")
    #expect(new[0].modelContext == nil)
    #expect(try store.makeReopenedContext().codes() == [1, 3])
  }

  /// A property that cannot be read because of the conflict reads as missing; the transaction does
  /// not take that for its value.
  @Test(arguments: TestedStore.supporting(.simultaneousTransactions))
  func aConflictThatTheClosureCatchesIsNotLost(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (context, other) = (store.makeContext(), store.makeContext())
    try context.saveNotes([1])
    var count = 0
    try context.transaction(.repeatableRead) {
      count += 1
      let note = try #require(try context.note(1))
      if count == 1 {
        try #require(try other.note(1)).title = "other"
        try other.save()
      }
      // The row was changed since the transaction's first read.
      _ = try? context.fetch(FetchDescriptor<Note>(), lockingFor: .update)
      note.body = "seen \(note.title)"
    }
    #expect(count == 2)
    #expect(try #require(try store.makeReopenedContext().note(1)).body == "seen other")
  }

  @Test(arguments: [TestedStore.jsonFolder, .passing])
  func aCustomStoreRefusesTransactions(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedTransaction) {
      try context.transaction(.serializable) { Issue.record("The transaction began") }
    }
    try context.saveNotes([1])
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func tasksWaitForTransactionsWithoutBlocking(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Tally.self)
    let container = store.container
    let context = store.makeContext()
    context.insert(Tally(number: 0))
    try context.save()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await container.transaction(.serializable, author: "task") { context in
            let tally = try context.fetch(FetchDescriptor<Tally>())[0]
            tally.number += 1
            return tally.number
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.sorted() == Array(1...50))
  }
}
