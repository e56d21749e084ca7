import Dispatch
import Foundation
import OpenSwiftData
import Testing

@Suite("Model executors")
struct ModelExecutorTests {
  @Test func anActorRunsOneJobAtATime() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    let (running, overlaps) = (Counter(), Counter())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await actor.run { _ in
            if running.add(1) > 1 { overlaps.add(1) }
            Thread.sleep(forTimeInterval: 0.0005)
            running.add(-1)
          }
        }
      }
    }
    #expect(overlaps.value == 0)
  }

  @Test func anExecutorRecognizesItsOwnQueue() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = NoteStore(modelContainer: store.container)
    let executor = try #require(actor.modelExecutor as? DefaultSerialModelExecutor)
    #expect(executor.isIsolatingCurrentContext() == false)
    await actor.run { actor in
      #expect(executor.isIsolatingCurrentContext() == true)
      actor.preconditionIsolated()
      actor.assumeIsolated { #expect(!$0.modelContext.hasChanges) }
    }
  }

  @Test func anActorRunsOnACustomExecutor() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let executor = CountingExecutor(store.container)
    let actor = CustomStore(store.container, executor)
    try await actor.add(1)
    #expect(try await actor.codes() == [1])
    #expect(executor.jobs.value >= 1)
  }

  @Test func anActorWithoutASerialExecutorRunsOffTheMainThread() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let actor = CustomStore(store.container, ParallelExecutor(store.container))
    try await actor.add(1)
    #expect(try await actor.codes() == [1])
  }
}

/// A model actor that does not use the macro.
actor CustomStore: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer, _ executor: any ModelExecutor) {
    modelContainer = container
    modelExecutor = executor
  }

  func add(_ code: Int) throws {
    modelContext.insert(Note(code: code))
    try modelContext.save()
  }

  func codes() throws -> [Int] {
    #expect(!Thread.isMainThread)
    return try modelContext.codes()
  }
}

final class CountingExecutor: SerialModelExecutor, @unchecked Sendable {
  // `@unchecked`: only jobs use the context, and the queue runs one at a time.
  let modelContext: ModelContext
  let jobs = Counter()
  private let queue = DispatchQueue(label: "CountingExecutor")

  init(_ container: ModelContainer) { modelContext = ModelContext(container) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1)
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

final class ParallelExecutor: ModelExecutor, @unchecked Sendable {
  // `@unchecked`: only the actor uses the context, and it runs on a serial executor instead.
  let modelContext: ModelContext

  init(_ container: ModelContainer) { modelContext = ModelContext(container) }

  func enqueue(_ job: consuming ExecutorJob) {
    Issue.record("An actor cannot run on an executor that is not serial.")
  }
}
