import Dispatch
import Foundation
import Locks
import OpenSwiftData
import Testing

@Suite("Context use")
struct ContextUseTests {
  /// A context where nothing keeps it from being used wrongly.
  private struct Smuggled: @unchecked Sendable {
    // `@unchecked`: it is not; that is what these tests are about.
    let context: ModelContext
  }

  private final class Reports: Sendable {
    private let reported = Mutex<[ConcurrentUse]>([])

    var all: [ConcurrentUse] { reported.withLock { $0 } }

    init(of container: ModelContainer) {
      container.concurrentUseHandler = { use in self.reported.withLock { $0.append(use) } }
    }
  }

  @Test func reportsUseByTwoThreadsAtOnce() throws {
    let store = try TestStore(.memory, for: Note.self)
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let smuggled = Smuggled(context: context)
    let done = DispatchSemaphore(value: 0)
    try context.transaction {
      Thread.detachNewThread {
        smuggled.context.insert(Note(code: 2))
        done.signal()
      }
      // The other thread waits until this one leaves the context.
      while reports.all.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
      context.insert(Note(code: 1))
    }
    // Not by a continuation: of one that is resumed before it is awaited, Thread Sanitizer does not hear.
    #expect(done.wait(timeout: .now() + .seconds(30)) == .success)
    try context.save()
    #expect(try context.codes() == [1, 2])
    let report = try #require(reports.all.first)
    #expect(report.runningOperation == "transaction(block:)")
    #expect(report.enteringOperation == "insert(_:)")
    #expect(report.description.contains("'insert(_:)' was called while 'transaction(block:)'"))
  }

  @Test func waitsNoLongerThanASecond() throws {
    let store = try TestStore(.memory, for: Note.self)
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let smuggled = Smuggled(context: context)
    try context.transaction {
      // This thread waits for the other, which therefore must not wait for this one for good.
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = smuggled.context.registeredModel(for: PersistentIdentifier.unknown) as Note?
        done.signal()
      }
      #expect(done.wait(timeout: .now() + .seconds(30)) == .success)
    }
    #expect(reports.all.count == 1)
  }

  @Test func acceptsUseByOneThreadAfterTheOther() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let smuggled = Smuggled(context: context)
    try context.saveNotes(0..<10)
    try await Task.detached { _ = try smuggled.context.saveNotes(10..<20) }.value
    try context.enumerate(FetchDescriptor<Note>()) { _ in
      _ = try context.fetchCount(FetchDescriptor<Note>())
    }
    #expect(try context.codes().count == 20)
    #expect(reports.all == [])
  }

  @Test func acceptsParallelActors() async throws {
    let store = try TestStore(.file, for: Note.self)
    let container = store.container
    let reports = Reports(of: container)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let actor = NoteStore(modelContainer: container)
      for code in 0..<40 { group.addTask { _ = try await actor.add(code) } }
      try await group.waitForAll()
    }
    #expect(reports.all == [])
  }
}

extension PersistentIdentifier {
  fileprivate static var unknown: PersistentIdentifier { Note(code: 0).persistentModelID }
}
