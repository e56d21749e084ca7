import Dispatch
import OpenSwiftData
import Testing

@Suite("Model actors on other executors")
struct SerialExecutorTests {
  /// A stand-in for the event loop of a server.
  private final class Loop: SerialExecutor {
    private let queue = DispatchQueue(label: "loop")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
      let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
      queue.async { job.runSynchronously(on: executor) }
    }
  }

  private actor Notes: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(_ container: ModelContainer, on executor: any SerialExecutor) {
      modelContainer = container
      modelExecutor = AnySerialModelExecutor(modelContext: ModelContext(container), on: executor)
    }

    func add(_ code: Int, _ loop: Loop) throws -> Bool {
      modelContext.insert(Note(code: code))
      try modelContext.save()
      return loop.isCurrent
    }
  }

  @Test(arguments: TestedStore.all)
  func anActorRunsOnAGivenExecutor(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    let loop = Loop()
    let notes = Notes(store.container, on: loop)
    for code in 1...3 { #expect(try await notes.add(code, loop)) }
    #expect(try store.makeContext().codes() == [1, 2, 3])
  }
}
