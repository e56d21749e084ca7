import Dispatch
import Foundation
import Locks
import OpenSwiftData
import Testing

@Suite("Context use")
struct ContextUseTests {
  /// A context without the compiler's protection against concurrent use.
  private struct Smuggled: @unchecked Sendable {
    // `@unchecked`: deliberately not safe; these tests check that misuse is reported.
    let context: ModelContext
  }

  private final class Reports: Sendable {
    private let reported = Mutex<[ConcurrentUse]>([])

    var all: [ConcurrentUse] { reported.withLock { $0 } }

    init(of container: ModelContainer) {
      container.concurrentUseHandler = { use in self.reported.withLock { $0.append(use) } }
    }
  }

  @Test func simultaneousUseByTwoThreadsIsReported() throws {
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
    // Not a continuation: Thread Sanitizer does not see a resume that happens before the await.
    #expect(done.wait(timeout: .now() + .seconds(30)) == .success)
    try context.save()
    #expect(try context.codes() == [1, 2])
    let report = try #require(reports.all.first)
    #expect(report.runningOperation == "transaction(block:)")
    #expect(report.enteringOperation == "insert(_:)")
    #expect(report.description.contains("'insert(_:)' was called while 'transaction(block:)'"))
  }

  @Test func aConcurrentCallDoesNotWaitForever() throws {
    let store = try TestStore(.memory, for: Note.self)
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let smuggled = Smuggled(context: context)
    try context.transaction {
      // This thread waits for the other one, which therefore must not wait for this one forever.
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = smuggled.context.registeredModel(for: PersistentIdentifier.unknown) as Note?
        done.signal()
      }
      #expect(done.wait(timeout: .now() + .seconds(30)) == .success)
    }
    #expect(reports.all.map(\.runningOperation) == ["transaction(block:)"])
    #expect(reports.all.map(\.enteringOperation) == ["registeredModel(for:)"])
  }

  @Test func useByOneThreadAfterAnotherIsAccepted() async throws {
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

  @Test func parallelActorsAreAccepted() async throws {
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
