/// Splits keys into ranges of consecutive keys and a list of the others, for use in statements.
package enum KeyRanges {
  /// Shorter runs are cheaper as part of the list.
  private static let minimumCount = 16

  /// Splits keys into long runs of consecutive keys, and the other keys.
  ///
  /// - Parameter keys: Keys, ascending.
  /// - Returns: The runs and the other keys.
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

  /// Calls `body` with each run of consecutive keys, whatever its length.
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
