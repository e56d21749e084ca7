import Foundation
import Locks
import OpenSwiftData
import Testing

@Suite("Fetches that lock rows")
struct LockingFetchTests {
  @Test(arguments: TestedStore.supporting(.transactions))
  func aLockNeedsATransaction(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedTransaction) {
      _ = try context.fetch(FetchDescriptor<Note>(), lockingFor: .update)
    }
  }

  /// The store does not know the unsaved parent, so only memory can evaluate the predicate.
  @Test(arguments: TestedStore.supporting(.transactions))
  func aLockNeedsAFetchThatTheStoreCanAnswer(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Folder.self).makeContext()
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.transaction(.repeatableRead) {
        context.insert(Folder(name: "parent"))
        _ = try context.fetch(
          FetchDescriptor<Folder>(predicate: #Predicate { $0.parent?.name == "parent" }),
          lockingFor: .update)
      }
    }
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func onlyTheFetchedRowsOfAJoinAreLocked(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Folder.self)
    let context = store.makeContext()
    let parent = Folder(name: "parent")
    context.insert(parent)
    for name in ["a", "b"] { context.insert(Folder(name: name, parent: parent)) }
    try context.save()
    let names = try context.transaction(.repeatableRead) {
      try context.fetch(
        FetchDescriptor<Folder>(
          predicate: #Predicate { $0.parent?.name == "parent" },
          sortBy: [SortDescriptor(\.parent?.name), SortDescriptor(\.name)]),
        lockingFor: .update
      ).map(\.name)
    }
    #expect(names == ["a", "b"])
  }

  @Test(arguments: TestedStore.supporting(.transactions))
  func eachJobOfAQueueIsTakenOnce(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...60)
    let container = store.container
    let taken = Mutex<[Int]>([])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      do {
        while let code = try Self.takeJob(ModelContext(container)) {
          taken.withLock { $0.append(code) }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock(\.self) == [])
    #expect(taken.withLock(\.self).sorted() == Array(1...60))
    let left = FetchDescriptor<Note>(predicate: #Predicate { !$0.isPinned })
    #expect(try store.makeContext().fetchCount(left) == 0)
  }

  /// Takes two jobs in one transaction, the second beside an unsaved change.
  @Test(arguments: TestedStore.supporting(.transactions))
  func unsavedChangesCountInALockingFetch(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...3)
    let context = store.makeContext()
    let codes = try context.transaction(.repeatableRead) {
      let first = try context.fetch(Self.next, lockingFor: .updateSkippingLocked)
      first[0].isPinned = true
      let second = try context.fetch(Self.next, lockingFor: .updateSkippingLocked)
      return (first + second).map(\.code)
    }
    #expect(codes == [1, 2])
  }

  @Test(arguments: TestedStore.supporting(.simultaneousTransactions))
  func lockedRowsAreSkipped(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...3)
    let (first, second) = (store.makeContext(), store.makeContext())
    let codes = try first.transaction(.repeatableRead) {
      let mine = try first.fetch(Self.next, lockingFor: .update)
      let others = try second.transaction(.repeatableRead) {
        try second.fetch(
          FetchDescriptor(sortBy: [SortDescriptor(\Note.code)]), lockingFor: .updateSkippingLocked
        ).map(\.code)
      }
      return (mine.map(\.code), others)
    }
    #expect(codes.0 == [1])
    #expect(codes.1 == [2, 3])
  }

  private static var next: FetchDescriptor<Note> {
    var next = FetchDescriptor<Note>(
      predicate: #Predicate { !$0.isPinned }, sortBy: [SortDescriptor(\.code)])
    next.fetchLimit = 1
    return next
  }

  private static func takeJob(_ context: ModelContext) throws -> Int? {
    try context.transaction(.repeatableRead) {
      guard let job = try context.fetch(next, lockingFor: .updateSkippingLocked).first else {
        return nil
      }
      job.isPinned = true
      return job.code
    }
  }
}
