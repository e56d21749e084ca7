/// How keys are given to a statement: as ranges where they follow one another, else as a list.
enum KeyRuns {
  /// A shorter run is cheaper as a part of the list.
  private static let minimumCount: Int64 = 16

  /// - Parameter keys: Keys, ascending.
  /// - Returns: The long runs of keys that follow one another, and the other keys.
  static func split(_ keys: [Int64]) -> (ranges: [ClosedRange<Int64>], rest: [Int64]) {
    var ranges: [ClosedRange<Int64>] = []
    var rest: [Int64] = []
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[end - 1] + 1 { end += 1 }
      if Int64(end - start) >= minimumCount || end - start == keys.count {
        ranges.append(keys[start]...keys[end - 1])
      } else {
        rest += keys[start..<end]
      }
      start = end
    }
    return (ranges, rest)
  }

  /// The keys as a JSON array.
  static func list(_ keys: [Int64]) -> String {
    // Many short strings would cost more than the statement that reads them.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(keys.count * 8)
    for key in keys {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      let start = text.count
      var rest = key.magnitude
      repeat {
        text.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      if key < 0 { text.append(UInt8(ascii: "-")) }
      text[start...].reverse()
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }
}
