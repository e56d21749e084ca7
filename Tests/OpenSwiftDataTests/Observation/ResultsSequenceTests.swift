import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Sequences of results")
struct ResultsSequenceTests {
  private func makeStore() throws -> TestStore {
    try TestStore(.file, for: Chore.self, ChoreOwner.self)
  }

  @Test @MainActor func modelsArriveWhereTheirContextIsUsed() async throws {
    let context = try makeStore().makeContext()
    try context.saveChores([1])
    var seen: [[Int]] = []
    for try await chores in context.results(
      of: FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.rank)]))
    {
      seen.append(chores.map(\.code))
      switch seen.count {
      case 1: context.insert(Chore(2, rank: 5))
      case 2:
        try context.chore(1).rank = 9
        try context.save()
      default: break
      }
      if seen.count == 3 { break }
    }
    #expect(seen == [[1], [1, 2], [2, 1]])
  }

  @Test func valuesAndIdentifiersReachAnyTask() async throws {
    let store = try makeStore()
    let context = store.makeContext()
    try context.saveChores([1])
    var seen: [[String]] = []
    let names = store.container.results(
      of: FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.code)]), as: \.name)
    for try await list in names {
      seen.append(list)
      if seen.count == 1 { try context.saveChores([2]) }
      if seen.count == 2 { break }
    }
    #expect(seen == [["chore 1"], ["chore 1", "chore 2"]])
    var identifiers = store.container.identifiers(of: FetchDescriptor<Chore>()).makeAsyncIterator()
    #expect(try await identifiers.next()?.count == 2)
  }

  /// A slow reader gets only the latest results.
  @Test func slowReadersSkipToTheLatestResults() async throws {
    let store = try makeStore()
    let context = store.makeContext()
    var iterator = store.container.results(of: FetchDescriptor<Chore>(), as: \.code)
      .makeAsyncIterator()
    #expect(try await iterator.next() == [])
    for code in 1...20 { try context.saveChores([code]) }
    #expect(try await iterator.next()?.count == 20)
  }

  @Test func cancellationEndsTheSequence() async throws {
    let store = try makeStore()
    let began = Counter()
    let container = store.container
    let task = Task {
      var count = 0
      for try await _ in container.results(of: FetchDescriptor<Chore>(), as: \.code) {
        count += 1
        began.add(1)
      }
      return count
    }
    while began.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(try await task.value == 1)
    let hasEnded = try await eventually {
      try store.makeContext().saveChores([1])
      return !container.core.feed.hasListeners
    }
    #expect(hasEnded)
  }

  @Test func failuresEndTheSequence() async throws {
    let store = try makeStore()
    var iterator = store.container.results(of: FetchDescriptor<Tally>(), as: \.number)
      .makeAsyncIterator()
    await #expect(throws: SwiftDataError.unknownSchema) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    struct Refusal: Error {}
    try store.makeContext().saveChores([1])
    var refused = store.container.results(of: FetchDescriptor<Chore>()) { _ -> Int in
      throw Refusal()
    }
    .makeAsyncIterator()
    await #expect(throws: Refusal.self) { try await refused.next() }
  }
}
