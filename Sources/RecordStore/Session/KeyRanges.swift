/// How keys are given to a statement: as ranges where they follow one another, else as a list.
package enum KeyRanges {
  /// A shorter run is cheaper as a part of the list.
  private static let minimumCount = 16

  /// - Parameter keys: Keys, ascending.
  /// - Returns: The long runs of keys that follow one another, and the other keys.
  package static func split(_ keys: [Int64]) -> (ranges: [ClosedRange<Int64>], rest: [Int64]) {
    var ranges: [ClosedRange<Int64>] = []
    var rest: [Int64] = []
    forEach(of: keys) { run in
      if run.count >= minimumCount || run.count == keys.count {
        ranges.append(run)
      } else {
        rest += run
      }
    }
    return (ranges, rest)
  }

  /// Calls `body` with each run of keys that follow one another, however short.
  package static func forEach(
    of keys: [Int64], _ body: (ClosedRange<Int64>) throws -> Void
  ) rethrows {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[end - 1] &+ 1 { end += 1 }
      try body(keys[start]...keys[end - 1])
      start = end
    }
  }
}
