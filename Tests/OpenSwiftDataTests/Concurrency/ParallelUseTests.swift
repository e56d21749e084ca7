import Foundation
import OpenSwiftData
import RecordStore
import Testing

@Suite("Parallel use", .patientUnderSanitizer)
struct ParallelUseTests {
  /// Eight actors save two hundred times each to one store.
  @Test(.timeLimit(.minutes(20)), arguments: Backend.available)
  func parallelActorsLoseNoSaves(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let container = store.container
    let saves = 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let actor = NoteStore(modelContainer: container)
          try await actor.add(number * saves..<(number + 1) * saves)
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.makeReopenedContext().codes() == Array(0..<8 * saves))
  }

  /// Separate containers share only the file, as processes do.
  @Test(.timeLimit(.minutes(20)))
  func parallelContainersLoseNoSaves() async throws {
    let folder = try TestFolder()
    let url = folder.file("shared.store")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let container = try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(url: url))
          try await NoteStore(modelContainer: container).add(number * 50..<(number + 1) * 50)
        }
      }
      try await group.waitForAll()
    }
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(url: url))
    #expect(try ModelContext(container).codes() == Array(0..<200))
  }

  @Test(.timeLimit(.minutes(20)), arguments: Backend.available)
  func readersSeeWholeSavesWhileAnActorWrites(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let container = store.container
    let (writers, reads) = (Counter(), Counter())
    writers.add(1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let reader = NoteStore(modelContainer: container)
          var last = 0
          while writers.value > 0 {
            // A save becomes visible as a whole and stays visible: notes are a prefix that only
            // grows.
            let codes = try await reader.codes()
            #expect(codes == Array(0..<codes.count))
            #expect(codes.count >= last)
            #expect(codes.count.isMultiple(of: 5))
            last = codes.count
            reads.add(1)
          }
        }
      }
      group.addTask {
        defer { writers.add(-1) }
        let writer = NoteStore(modelContainer: container)
        for batch in 0..<60 {
          try await writer.run {
            _ = try $0.modelContext.saveNotes(batch * 5..<(batch + 1) * 5)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(reads.value > 0)
    #expect(try store.makeContext().codes().count == 300)
  }

  /// Observers are added and cancelled while other threads run statements.
  @Test(.timeLimit(.minutes(20)))
  func statementsOfAllThreadsAreObserved() async throws {
    let store = try TestStore(.file, for: Note.self)
    let container = store.container
    let log = StatementLog()
    let observation = container.observeStatements { log.append($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let actor = NoteStore(modelContainer: container)
          try await actor.add(number * 50..<(number + 1) * 50)
        }
      }
      group.addTask {
        for _ in 0..<200 { container.observeStatements(includingValues: true) { _ in }.cancel() }
      }
      try await group.waitForAll()
    }
    observation.cancel()
    #expect(log.texts.count { $0.hasPrefix("INSERT INTO ZNOTE") } == 200)
    #expect(log.texts.count { $0 == "COMMIT" } == 200)
  }
}

/// Lets saves wait longer for the lock under a sanitizer, which makes them many times slower.
///
/// The tests check that nothing is lost, not how long it takes.
private struct PatientUnderSanitizer: SuiteTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    #if THREAD_SANITIZER
      try await StoreLocation.$busyTimeout.withValue(.seconds(60)) { try await function() }
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == PatientUnderSanitizer {
  fileprivate static var patientUnderSanitizer: Self { Self() }
}
