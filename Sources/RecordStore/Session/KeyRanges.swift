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

  /// The keys as a JSON array, which `json_each` makes rows of again.
  package static func list(_ keys: some Collection<Int64>) -> String {
    // Many short strings would cost more than the statement that reads them.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(keys.count * 8)
    for key in keys {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      if key < 0 { text.append(UInt8(ascii: "-")) }
      let magnitude = key.magnitude
      var unit: UInt64 = 1
      while magnitude / unit >= 10 { unit *= 10 }
      while unit > 0 {
        text.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
        unit /= 10
      }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }
}
