import Foundation
import Locks
import OpenSwiftData
import StoreTesting

/// Runs random programs on several threads that share stores, each in its own part.
///
/// An epoch uses one store, alternately in memory or in a file. At its end the file is checked, and
/// all memory must be freed.
final class TortureRun {
  struct Options: Sendable {
    var seed: UInt64
    /// The time after which no more epochs begin.
    var limit: Duration = .seconds(600)
    /// The maximum number of epochs.
    var epochLimit = Int.max
    var threadCount = 4
    /// The number of programs that a thread runs in an epoch.
    var programCount = 12
    /// The maximum length of programs.
    var lengthLimit = 120
    /// The seed of the program that every thread repeats; nil for random ones.
    var program: UInt64?
    /// Whether memory growth is an error; false if other code uses the process too.
    var checksMemory = false

    init(seed: UInt64) { self.seed = seed }
  }

  struct Summary: Sendable, CustomStringConvertible {
    var epochs = 0
    var programs = 0
    var steps: [Step.Action: Int] = [:]
    var memory = TortureMemory(inUse: 0, resident: 0)
    var greatestResident = 0
    var duration = Duration.zero

    var description: String {
      let total = steps.values.reduce(0, +)
      let actions = steps.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      return """
        \(duration.components.seconds) s, \(epochs) epochs, \(programs) programs, \(total) steps; \
        \(memory.inUse >> 10) KB in use and \(memory.resident >> 20) MB resident, at most \
        \(greatestResident >> 20) MB; \(actions)
        """
    }
  }

  private let options: Options
  private let start = ContinuousClock.now
  private var summary = Summary()
  private var leaks = LeakWatch()
  /// Called at the end of each epoch.
  var onEpoch: (Summary) -> Void = { _ in }

  init(_ options: Options) { self.options = options }

  /// - Throws: The problem that was found: a difference, a damaged file, or memory growth.
  func run() throws -> Summary {
    while summary.epochs < options.epochLimit, ContinuousClock.now - start < options.limit {
      try runEpoch()
      summary.epochs += 1
      summary.duration = ContinuousClock.now - start
      summary.memory = .now
      summary.greatestResident = max(summary.greatestResident, summary.memory.resident)
      if options.checksMemory { try leaks.check(summary.memory) }
      onEpoch(summary)
    }
    return summary
  }

  private func runEpoch() throws {
    let backend: Backend = summary.epochs.isMultiple(of: 2) ? .file : .memory
    let store = try TestStore(backend, Kind.types)
    let shared = SharedStore(store)
    let group = DispatchGroup()
    for thread in 0..<options.threadCount {
      let place = UInt64(summary.epochs * options.threadCount + thread)
      var generator = SeededGenerator(seed: options.seed &+ place &* 0x9E37_79B9)
      let seeds = (0..<options.programCount).map { _ in options.program ?? generator.next() }
      let (epoch, limit) = (summary.epochs, options.lengthLimit)
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        for seed in seeds where !shared.hasFailed {
          do {
            try TortureProgram(shared, seed: seed, lengthLimit: limit).run()
          } catch {
            shared.fail("epoch \(epoch), thread \(thread), program \(seed): \(error)")
          }
        }
      }
    }
    group.wait()
    if let failure = shared.failure { throw Mismatch(failure) }
    (summary.programs, summary.steps) = shared.add(to: (summary.programs, summary.steps))
    if let url = store.url { try StoreChecker(url, Kind.types, history: .whole).check() }
  }
}

/// The store of an epoch, and the results of its threads.
final class SharedStore: @unchecked Sendable {
  // `@unchecked`: the test store never changes; the rest is protected by a lock.
  let store: TestStore
  private let state = Mutex(State())

  private struct State {
    var programs = 0
    var steps: [Step.Action: Int] = [:]
    var failure: String?
  }

  init(_ store: TestStore) { self.store = store }

  var failure: String? { state.withLock { $0.failure } }
  var hasFailed: Bool { failure != nil }

  func fail(_ text: String) { state.withLock { if $0.failure == nil { $0.failure = text } } }

  /// Begins a program.
  ///
  /// - Returns: The program's own part of the store.
  func takePart() -> StorePart {
    StorePart(
      state.withLock {
        $0.programs += 1
        return $0.programs
      })
  }

  func note(_ steps: [Step]) {
    state.withLock { for step in steps { $0.steps[step.action, default: 0] += 1 } }
  }

  func add(to counts: (Int, [Step.Action: Int])) -> (Int, [Step.Action: Int]) {
    state.withLock { (counts.0 + $0.programs, counts.1.merging($0.steps, uniquingKeysWith: +)) }
  }
}
