/// A set of primary keys as a sorted array: stores return the keys of many rows in this order, and
/// receive them in it.
struct SortedKeys {
  private(set) var values: [Int64] = []

  var count: Int { values.count }

  /// Adds keys in any order, including ones that are already in the set.
  mutating func formUnion(_ keys: [Int64]) {
    if Self.areAscending(keys), (values.last ?? .min) < (keys.first ?? .max) {
      values += keys
      return
    }
    let all = (values + keys).sorted()
    values.removeAll(keepingCapacity: true)
    for key in all where values.last != key { values.append(key) }
  }

  private static func areAscending(_ keys: [Int64]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  func contains(_ key: Int64) -> Bool {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < values.count && values[low] == key
  }
}
