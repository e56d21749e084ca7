import StoreTesting

/// A random program that went wrong, made as small as it gets.
struct ProgramFailure: CustomStringConvertible {
  let seed: UInt64
  let mismatch: String
  let steps: [Step]

  var description: String {
    let lines = steps.map { "  \($0)" }.joined(separator: "\n")
    return "seed \(seed): \(mismatch)\n\(lines)"
  }
}

/// Runs a program in a store of its own; gives back what went wrong.
struct ProgramRunner {
  let backend: Backend
  let hasUndo: Bool

  /// Runs a random program, and makes it small if it fails.
  func run(seed: UInt64, length: Int) -> ProgramFailure? {
    let steps = [Step].random(count: length, seed: seed)
    guard let mismatch = failure(of: steps) else { return nil }
    let small = shrink(steps)
    return ProgramFailure(seed: seed, mismatch: failure(of: small) ?? mismatch, steps: small)
  }

  func failure(of steps: [Step]) -> String? {
    do {
      let run = try GraphRun(backend)
      if hasUndo { run.startUndo() }
      for (index, step) in steps.enumerated() {
        do {
          try run.perform(step)
        } catch {
          throw Mismatch("\(error), at step \(index) \(step)")
        }
      }
      try run.compareAll()
      try run.save(0)
      if let url = run.store.url { try StoreChecker(url, Kind.types).check() }
    } catch {
      return "\(error)"
    }
    return nil
  }

  /// Drops steps, many at first and then one by one, as long as the rest fails.
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
