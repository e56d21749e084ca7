/// The keys of recent fetch results, so that a fault of one instance can also load data for its
/// neighbors.
///
/// Each instance stores the number of the last result that contained it.
struct FetchBatches {
  private struct Batch {
    let number: UInt32
    let keys: [Int64]
    /// Where the last search ended; models are mostly used in the order of the result.
    var position = 0
  }

  /// The batches, from the oldest to the newest.
  ///
  /// This is an array because the first use of a dictionary looks up how its keys are hashed.
  /// Opening a store and fetching once would pay for that.
  private var batches: [Batch] = []
  /// How many batches at the beginning of the list were dropped.
  private var forgottenCount = 0
  private var lastNumber: UInt32 = 0
  private var keyCount = 0

  /// The maximum number of keys; instances of results that were dropped are loaded one by one.
  private let keyLimit: Int

  /// The maximum number of instances that one fault loads.
  static let size = 500

  init(keyLimit: Int = 1 << 20) { self.keyLimit = keyLimit }

  /// The number for the next result; never 0.
  mutating func nextNumber() -> UInt32 {
    lastNumber &+= 1
    if lastNumber == 0 { lastNumber = 1 }
    return lastNumber
  }

  mutating func add(_ keys: [Int64], number: UInt32) {
    guard keys.count > 1 else { return }
    // A nested fetch completes before the fetch that it interrupted.
    var place = batches.count
    while place > forgottenCount, age(batches[place - 1].number) < age(number) { place -= 1 }
    batches.insert(Batch(number: number, keys: keys), at: place)
    keyCount += keys.count
    while keyCount > keyLimit, batches.count - forgottenCount > 1 {
      keyCount -= batches[forgottenCount].keys.count
      batches[forgottenCount] = Batch(number: 0, keys: [])
      forgottenCount += 1
    }
    if forgottenCount > batches.count / 2 {
      batches.removeFirst(forgottenCount)
      forgottenCount = 0
    }
  }

  /// The keys after and before `key` in its result, the nearest ones first.
  mutating func keys(around key: Int64, number: UInt32) -> (ArraySlice<Int64>, ArraySlice<Int64>) {
    guard number != 0, let index = index(of: number) else { return ([], []) }
    let batch = batches[index]
    let keys = batch.keys
    let expected = keys[batch.position...].prefix(Self.size + 1)
    guard let position = expected.firstIndex(of: key) ?? keys.firstIndex(of: key) else {
      return ([], [])
    }
    batches[index].position = position
    let before = keys[..<position].suffix(Self.size - 1)
    return (keys[(position + 1)...].prefix(Self.size - 1), before)
  }

  /// How many results are newer than the one with this number; numbers wrap around.
  private func age(_ number: UInt32) -> UInt32 { lastNumber &- number }

  /// The index of the batch with this number, or nil.
  private func index(of number: UInt32) -> Int? {
    let age = age(number)
    var range = forgottenCount..<batches.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = self.age(batches[middle].number)
      if found == age { return middle }
      range = found > age ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
