/// The keys of recent results, so that what one instance needs can be read for its neighbours too.
///
/// An instance knows the number of the result it last came in.
struct FetchBatches {
  private struct Batch {
    let keys: [Int64]
    /// Where the last search ended; models are mostly used in their order.
    var position = 0
  }

  private var batches: [UInt32: Batch] = [:]
  private var numbers: [UInt32] = []
  private var lastNumber: UInt32 = 0
  private var keyCount = 0

  /// How many keys are kept; older results than these are read one by one.
  private static let keyLimit = 1 << 20

  /// How many instances one fault reads at most.
  static let size = 500

  /// The number for the next result; never 0.
  mutating func nextNumber() -> UInt32 {
    lastNumber &+= 1
    if lastNumber == 0 { lastNumber = 1 }
    return lastNumber
  }

  mutating func add(_ keys: [Int64], number: UInt32) {
    guard keys.count > 1 else { return }
    batches[number] = Batch(keys: keys)
    numbers.append(number)
    keyCount += keys.count
    while keyCount > Self.keyLimit, numbers.count > 1 {
      let oldest = numbers.removeFirst()
      keyCount -= batches.removeValue(forKey: oldest)?.keys.count ?? 0
    }
  }

  /// The keys after and before `key` in its result, the nearest first.
  mutating func keys(around key: Int64, number: UInt32) -> (ArraySlice<Int64>, ArraySlice<Int64>) {
    guard number != 0, let batch = batches[number] else { return ([], []) }
    let keys = batch.keys
    let expected = keys[batch.position...].prefix(Self.size + 1)
    guard let position = expected.firstIndex(of: key) ?? keys.firstIndex(of: key) else {
      return ([], [])
    }
    batches[number]?.position = position
    let before = keys[..<position].suffix(Self.size - 1)
    return (keys[(position + 1)...].prefix(Self.size - 1), before)
  }
}

extension ModelContext {
  /// The instance and those around it in the result of its fetch that need the same.
  func neighbours(
    of object: AnyObject, _ state: StatePointer, _ binding: EntityBinding,
    needing isNeedy: (AnyObject) -> Bool
  ) -> [AnyObject] {
    var found = [object]
    let (after, before) = batches.keys(around: state.pointee.key, number: state.pointee.batch)
    func collect(_ key: Int64) {
      guard found.count < FetchBatches.size, let neighbour = instance(key, of: binding),
        isNeedy(neighbour)
      else { return }
      found.append(neighbour)
    }
    for key in after { collect(key) }
    for key in before.reversed() { collect(key) }
    return found
  }
}
