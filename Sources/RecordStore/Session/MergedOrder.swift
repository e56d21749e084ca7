/// Brings together two changes of one order of members.
///
/// Members that this side did not move keep their stored places. A member that it moved or added stands
/// behind the neighbour that it follows here; at the beginning and at the end, it stands at the beginning
/// and at the end of the stored order.
package struct MergedOrder<ID: Hashable> {
  /// The stored members, in their order, without those that this side removed and with those that it added.
  private let stored: [ID]
  /// The places of the stored members that this side has, in its order.
  private let wanted: [Int]
  /// The members, by their index in `wanted`, that this side did not move.
  private let unmoved: [Int]

  /// - Parameters:
  ///   - stored: The members now, in the stored order; those that this side added may stand anywhere.
  ///   - own: The members in the order of this side. A member that it has twice was added where it stands last.
  ///   - base: The stored members in the order that this side began with; nil if that is not known, which is taken
  ///     for the stored order.
  package init(stored: [ID], own: [ID], base: [ID]?) {
    self.stored = stored
    let places = Dictionary(zip(stored, stored.indices)) { first, _ in first }
    var (seen, added) = (Set<ID>(), Set<ID>())
    let last = own.reversed().filter { member in
      guard places[member] != nil else { return false }
      let isLast = seen.insert(member).inserted
      if !isLast { added.insert(member) }
      return isLast
    }
    let wanted = last.reversed().compactMap { places[$0] }
    self.wanted = wanted
    guard let base else {
      unmoved = Self.longestRun(of: wanted)
      return
    }
    let ranks = Dictionary(zip(base, base.indices)) { first, _ in first }
    let known = wanted.indices.filter {
      ranks[stored[wanted[$0]]] != nil && !added.contains(stored[wanted[$0]])
    }
    unmoved = Self.longestRun(of: known.map { ranks[stored[wanted[$0]]] ?? 0 }).map { known[$0] }
  }

  /// The places of the stored members in the merged order; nil if that is the stored order.
  ///
  /// - Complexity: O(*n* log *n*).
  package var places: [Int]? {
    guard unmoved.count < wanted.count else { return nil }
    var isMoved = [Bool](repeating: false, count: stored.count)
    for place in wanted { isMoved[place] = true }
    for index in unmoved { isMoved[wanted[index]] = false }
    guard let first = unmoved.first, let last = unmoved.last else {
      return stored.indices.filter { !isMoved[$0] } + wanted
    }
    // What follows each unmoved member.
    var runs: [Int: Range<Int>] = [:]
    for (index, next) in zip(unmoved, unmoved.dropFirst()) where next > index + 1 {
      runs[wanted[index]] = (index + 1)..<next
    }
    var places = Array(wanted[..<first])
    places.reserveCapacity(stored.count)
    for place in stored.indices where !isMoved[place] {
      places.append(place)
      if let run = runs[place] { places += wanted[run] }
    }
    places += wanted[(last + 1)...]
    return places
  }

  /// The members in the merged order.
  package var members: [ID] { places?.map { stored[$0] } ?? stored }

  /// The indices of the longest ascending run of numbers.
  private static func longestRun(of numbers: [Int]) -> [Int] {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(numbers.indices) }
    var ends: [Int] = []
    var former = [Int](repeating: -1, count: numbers.count)
    for index in numbers.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      former[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = former[index]
    }
    return run.reversed()
  }
}
