/// Merges two changes of one order of members, the stored one and the local one.
///
/// Members that were not moved locally keep their stored places. A member that was moved or added
/// locally follows its local predecessor. At the local beginning or end, it is placed at the
/// beginning or end of the stored order.
package struct MergedOrder<ID: Hashable> {
  /// The stored members, in their order, without locally removed and with locally added ones.
  private let stored: [ID]
  /// The indices of the stored members that exist locally, in local order.
  private let wanted: [Int]
  /// The members, by their index in `wanted`, that were not moved locally.
  private let unmoved: [Int]

  /// Merges a local order into the stored one.
  ///
  /// - Parameters:
  ///   - stored: The members now, in the stored order; locally added ones may have any place.
  ///   - own: The members in local order. A member that occurs twice was added at its last place.
  ///   - base: The stored members before the local change, in their order; nil if not known, in
  ///     which case the stored order is used.
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
      unmoved = wanted.longestRun(by: <)
      return
    }
    let ranks = Dictionary(zip(base, base.indices)) { first, _ in first }
    let known = wanted.indices.filter {
      ranks[stored[wanted[$0]]] != nil && !added.contains(stored[wanted[$0]])
    }
    unmoved = known.map { ranks[stored[wanted[$0]]] ?? 0 }.longestRun(by: <).map { known[$0] }
  }

  /// The indices of the stored members, in merged order; nil if that is the stored order.
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
    // The moved members that follow each unmoved member.
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
}
