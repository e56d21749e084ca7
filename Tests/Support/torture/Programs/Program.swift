import OpenSwiftData
import StoreTesting

/// A random program that failed, reduced as far as possible.
struct ProgramFailure: CustomStringConvertible {
  let seed: UInt64
  let mismatch: String
  let steps: [Step]

  var description: String {
    let lines = steps.map { "  \($0)" }.joined(separator: "\n")
    return "seed \(seed): \(mismatch)\n\(lines)"
  }
}

/// Runs random programs, each in its own store.
struct ProgramRunner {
  /// Runs a program, and throws if it fails.
  let attempt: ([Step]) throws -> Void

  /// Runs a random program, and reduces it if it fails.
  func run(seed: UInt64, length: Int) -> ProgramFailure? {
    let steps = [Step].random(count: length, seed: seed)
    guard let mismatch = failure(of: steps) else { return nil }
    let small = shrink(steps)
    return ProgramFailure(seed: seed, mismatch: failure(of: small) ?? mismatch, steps: small)
  }

  private func failure(of steps: [Step]) -> String? {
    do {
      try attempt(steps)
    } catch {
      return "\(error)"
    }
    return nil
  }

  /// Removes steps, many at first and then single ones, as long as the rest fails.
  private func shrink(_ steps: [Step]) -> [Step] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      var isSmaller = false
      while start < steps.count {
        let candidate = Array(steps[..<start] + steps[min(start + size, steps.count)...])
        if failure(of: candidate) != nil {
          (steps, isSmaller) = (candidate, true)
        } else {
          start += size
        }
      }
      if size == 1, !isSmaller { return steps }
      size = max(size / 2, 1)
    }
  }
}

extension ProgramRunner {
  /// Runs programs on one context, and compares it with plain values.
  static func comparing(_ backend: Backend, hasUndo: Bool) -> ProgramRunner {
    comparing(hasUndo: hasUndo) { try TestStore(backend, Kind.types) }
  }

  /// Runs each program on one context of a new store, and compares it with plain values.
  static func comparing(
    hasUndo: Bool, codes: GraphRun.Codes = .shared, keepsOrder: Bool = true,
    makeStore: @escaping () throws -> TestStore
  ) -> ProgramRunner {
    ProgramRunner { steps in
      let store = try makeStore()
      let run = GraphRun(store, store.makeContext(), NaiveGraph())
      (run.codes, run.keepsOrder) = (codes, keepsOrder)
      if hasUndo { run.startUndo() }
      if let url = run.store.url { run.watch = try HistoryWatch(url, Kind.types) }
      var replays: [HistoryReplay] = []
      for (index, step) in steps.enumerated() {
        // Replays start from the empty store, and from its contents halfway.
        if run.watch != nil, index == 0 || index == steps.count / 2 {
          replays.append(try HistoryReplay(run.store.container, Kind.types))
        }
        try at(index, step) { try run.perform(step) }
      }
      try run.compareAll()
      try run.save(0)
      for replay in replays { try replay.check() }
      if let url = run.store.url { try StoreChecker(url, Kind.types, history: .whole).check() }
    }
  }

  /// Runs programs on one context, while another one saves unrelated changes.
  static func disturbed(_ backend: Backend, hasUndo: Bool) -> ProgramRunner {
    ProgramRunner { steps in
      let run = try GraphRun(backend)
      run.part = StorePart(1)
      if hasUndo { run.startUndo() }
      let disturber = try Disturber(run.store)
      defer { disturber.end() }
      for (index, step) in steps.enumerated() { try at(index, step) { try run.perform(step) } }
      try run.compareAll()
      try run.save(0)
    }
  }

  /// Runs programs on two contexts that change the same models.
  static func contending(_ backend: Backend) -> ProgramRunner {
    ProgramRunner { steps in
      let run = try ContentionRun(backend)
      for (index, step) in steps.enumerated() {
        try at(index, step) { try run.perform(step) }
      }
      try run.finish()
    }
  }

  /// Runs programs on two contexts that change the partners of the same models.
  static func pairing(_ backend: Backend) -> ProgramRunner {
    ProgramRunner { steps in
      let run = try PairRun(backend)
      for (index, step) in steps.enumerated() {
        try at(index, step) { try run.perform(step) }
      }
      try run.finish()
    }
  }

  private static func at(_ index: Int, _ step: Step, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw Mismatch("\(error), at step \(index) \(step)")
    }
  }
}
