import Dispatch
import Foundation
import Locks
import OpenSwiftData
import StoreTesting
import Testing

@Suite("Fetches of tasks")
struct AsyncFetchTests {
  @TaskLocal static var request = ""

  private static let inOrder = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])

  @Test(arguments: TestedStore.all)
  func tasksFetchAndCountWithoutAContext(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...3)
    let container = store.container
    #expect(try await container.fetch(Self.inOrder) { $0.code } == [1, 2, 3])
    #expect(try await container.fetchCount(Self.inOrder) == 3)
    let codes = try await container.withContext(author: "task") { context in
      context.insert(Note(code: 4))
      try context.save()
      return try context.codes()
    }
    #expect(codes == [1, 2, 3, 4])
  }

  @Test(arguments: TestedStore.supporting(.queries))
  func tasksRunQueries(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...3)
    let found = try await store.container.query(
      "SELECT MAX(\(\Note.code)) FROM \(Note.self)", as: Int.self)
    #expect(found == [3])
  }

  @Test(arguments: TestedStore.all)
  func aBodyIsAPartOfItsTask(_ kind: TestedStore) async throws {
    let container = try TestStore(kind, for: Note.self).container
    let seen = try await Self.$request.withValue("7") {
      try await container.withContext { _ in Self.request }
    }
    #expect(seen == "7")
    let task = Task {
      try await container.withContext { _ in
        while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        return "cancelled"
      }
    }
    task.cancel()
    let result = await task.result
    if case .success(let text) = result { #expect(text == "cancelled") }
  }

  /// More bodies wait than the cooperative pool has threads.
  ///
  /// If they took all threads, the test would not end. It has no time limit: its tasks wait for
  /// those of all other tests.
  @Test
  func waitingBodiesDoNotBlockOtherTasks() async throws {
    let container = try TestStore(.sqliteMemory, for: Note.self).container
    let gate = DispatchSemaphore(value: 0)
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 4
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask { try await container.withContext { _ in gate.wait() } }
      }
      // This task needs a thread of the pool while the bodies wait. It yields once, so that the
      // tasks before it begin.
      group.addTask {
        await Task.yield()
        for _ in 0..<count { gate.signal() }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: TestedStore.all)
  func valuesArriveInOrder(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...7)
    let values = store.container.values(of: Self.inOrder, batchSize: 2) { $0.code }
    for _ in 0..<2 {
      var codes: [Int] = []
      for try await code in values { codes.append(code) }
      #expect(codes == Array(1...7))
    }
    let inMemory = FetchDescriptor<Note>(
      sortBy: [SortDescriptor(\.title.count), SortDescriptor(\.code, order: .reverse)])
    var codes: [Int] = []
    for try await code in store.container.values(of: inMemory, batchSize: 3, { $0.code }) {
      codes.append(code)
    }
    #expect(codes == Array((1...7).reversed()))
  }

  @Test(arguments: TestedStore.supporting(.rowsInBatches))
  func batchesAreReadWhenTheyAreNeeded(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...6)
    let log = StatementLog()
    let observation = store.container.observeStatements { log.append($0) }
    defer { observation.cancel() }
    var iterator = store.container.values(of: Self.inOrder, batchSize: 2) { $0.code }
      .makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    let count = log.texts.count
    #expect(try await iterator.next() == 2)
    #expect(log.texts.count == count)
    context.delete(notes[2])
    try context.save()
    #expect(try await iterator.next() == 4)
    #expect(try await iterator.next() == 5)
    #expect(try await iterator.next() == 6)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: TestedStore.all)
  func errorsEndTheSequence(_ kind: TestedStore) async throws {
    struct Refusal: Error {}
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...3)
    let values = store.container.values(of: Self.inOrder, batchSize: 1) { note -> Int in
      if note.code == 2 { throw Refusal() }
      return note.code
    }
    var codes: [Int] = []
    await #expect(throws: Refusal.self) {
      for try await code in values { codes.append(code) }
    }
    #expect(codes == [1])
  }
}
