import Foundation
import OpenSwiftData
import RandomTesting
import Testing

/// Random changes in several contexts that fail if there is a conflict, and are tried again.
@Suite("Random conflicts")
struct RandomConflictTests {
  /// A context that adds to numbers, and remembers what it has added until a save succeeds.
  private final class Counter {
    let context: ModelContext
    private var added: [(code: Int, amount: Int)] = []
    /// The models in memory, which others may have changed since.
    private var known: [Int: Note] = [:]

    init(_ context: ModelContext) {
      self.context = context
      context.conflictPolicy = .fail
    }

    func add(_ amount: Int, to code: Int) throws {
      try change(code, by: amount)
      added.append((code, amount))
    }

    private func change(_ code: Int, by amount: Int) throws {
      let note = try known[code] ?? context.note(code)
      guard let note else { return }
      known[code] = note
      // Two properties of a row must fit together.
      if amount % 2 == 0 {
        note.rating = (note.rating ?? 0) + Double(amount)
      } else {
        note.url = String((note.url.flatMap { Int($0) } ?? 0) + amount)
      }
    }

    /// Saves; after a conflict, the same changes are made again.
    ///
    /// - Returns: The amounts by code, and the number of conflicts.
    func save(refetching: Bool) throws -> (sums: [Int: Int], conflicts: Int) {
      var conflicts = 0
      while true {
        do {
          try context.save()
          break
        } catch SwiftDataError.staleModel {
          conflicts += 1
          context.rollback()
          if refetching { known = [:] }
          for (code, amount) in added { try change(code, by: amount) }
        }
      }
      defer { added = [] }
      return (Dictionary(added.map { ($0.code, $0.amount) }, uniquingKeysWith: +), conflicts)
    }
  }

  private func sums(_ context: ModelContext) throws -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: try context.fetch(FetchDescriptor<Note>()).map {
        ($0.code, Int($0.rating ?? 0) + ($0.url.flatMap { Int($0) } ?? 0))
      }
    ).filter { $0.value != 0 }
  }

  @Test(arguments: TestedStore.all, [UInt64(21), 22, 23])
  func noUpdateIsLost(_ kind: TestedStore, seed: UInt64) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<6)
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    let counters = (0..<4).map { _ in Counter(store.makeContext()) }
    var expected: [Int: Int] = [:]
    var conflicts = 0
    for step in 0..<TestRun.count(600, atLeast: 60) {
      let counter = counters.randomElement(using: &generator) ?? counters[0]
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        try counter.add(
          Int.random(in: 1...9, using: &generator), to: Int.random(in: 0..<6, using: &generator))
      case 6: _ = try counter.context.fetch(FetchDescriptor<Note>())
      default:
        let saved = try counter.save(refetching: Bool.random(using: &generator))
        expected.merge(saved.sums, uniquingKeysWith: +)
        conflicts += saved.conflicts
        #expect(
          try sums(store.makeContext()) == expected.filter { $0.value != 0 },
          "\(TestRun.comment), seed \(seed), step \(step)")
      }
    }
    for counter in counters {
      expected.merge(try counter.save(refetching: false).sums, uniquingKeysWith: +)
    }
    #expect(try sums(store.makeReopenedContext()) == expected, "seed \(seed)")
    #expect(conflicts > 0)
  }

  @Test(arguments: TestedStore.all)
  func noUpdateOfSeveralThreadsIsLost(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<2)
    let container = store.container
    let failures = Failures()
    let rounds = TestRun.isShort ? 10 : 25
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      do {
        let counter = Counter(ModelContext(container))
        for round in 0..<rounds {
          for code in 0..<2 { try counter.add(2, to: (code + round) % 2) }
          _ = try counter.save(refetching: false)
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    #expect(try sums(store.makeContext()) == [0: 8 * rounds, 1: 8 * rounds])
  }
}
