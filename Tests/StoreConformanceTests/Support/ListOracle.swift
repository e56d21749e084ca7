import OpenSwiftData

/// The valid results of merging two changes of one order, computed by trying all possible moves.
struct ListOracle {
  /// The stored members; `own` has those of this context, and `base` those that it started with.
  let stored: [String]
  let own: [String]
  /// Nil for a new instance of a stored owner: it starts with the stored members and removes none.
  let base: [String]?
  /// Members that this context added as new instances of stored ones.
  let renewed: Set<String>
  /// The identifiers of all members, which are ordered like their keys.
  let keys: [String: PersistentIdentifier]

  /// Whether merging may result in a list; its membership is checked elsewhere.
  func allows(_ result: [String]) -> Bool {
    let found = Set(result)
    // Without any stored order, members are ordered by their keys.
    if base == nil, [own, stored, result].allSatisfy(isByKey) { return true }
    // A member that was removed as a new instance of its row may have been merged before.
    return [found, found.union(own).union(stored).subtracting(removed)].contains {
      merges(among: $0).contains { $0.filter(found.contains) == result.filter(known.contains) }
    }
  }

  private func isByKey(_ members: [String]) -> Bool {
    let keys = members.compactMap { self.keys[$0] }
    return zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private var removed: Set<String> { Set(base ?? own).subtracting(own) }
  private var known: Set<String> { Set(own).union(stored) }

  /// The valid results of merging the lists, limited to some members.
  private func merges(among members: Set<String>) -> [[String]] {
    let own = self.own.filter(members.contains)
    let doubled = Set(own.filter { member in own.filter { $0 == member }.count > 1 })
    // A member that occurs twice, as an older and a newer instance, was added at its last index.
    // Others
    // may have been placed next to the older instance before it was removed.
    var alternatives = merges(Self.last(own), among: members, added: doubled.union(renewed))
    guard !doubled.isEmpty else { return alternatives }
    var left = doubled
    let marked = own.map { left.remove($0) == nil ? $0 : $0 + Self.older }
    alternatives += merges(marked, among: members, added: renewed.subtracting(doubled))
      .map { $0.filter { !$0.hasSuffix(Self.older) } }
    return alternatives
  }

  /// Marks the first of two instances of a member.
  private static let older = " (older)"

  /// The members without duplicates, each at its last index.
  private static func last(_ members: [String]) -> [String] {
    var seen: Set<String> = []
    return members.reversed().filter { seen.insert($0).inserted }.reversed()
  }

  /// The valid results of merging, if `wanted` is this context's list and `added` are members that
  /// it
  /// added.
  private func merges(
    _ wanted: [String], among members: Set<String>, added: Set<String>
  ) -> [[String]] {
    let marked = Set(wanted)
    func named(_ member: String) -> String {
      marked.contains(member + Self.older) ? member + Self.older : member
    }
    let stored = self.stored.filter(members.contains)
    let base = (base ?? self.stored).filter(Set(stored).subtracting(added).contains).map(named)
    let known = wanted.filter(Set(base).contains)
    return Self.choices(known, Self.longest(known, base)).filter { unmoved in
      base.filter(Set(unmoved).contains) == unmoved
    }.map { Self.place(wanted, $0, stored.map(named)) }
  }

  /// The length of the longest common subsequence.
  private static func longest(_ one: [String], _ other: [String]) -> Int {
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: other.count + 1), count: one.count + 1)
    for (row, member) in one.enumerated() {
      for (column, another) in other.enumerated() {
        lengths[row + 1][column + 1] =
          member == another
          ? lengths[row][column] + 1 : max(lengths[row][column + 1], lengths[row + 1][column])
      }
    }
    return lengths[one.count][other.count]
  }

  /// All subsequences of the given length.
  private static func choices(_ members: [String], _ length: Int) -> [[String]] {
    guard length < members.count else { return [members] }
    guard length > 0, let first = members.first else { return [[]] }
    let rest = Array(members.dropFirst())
    return choices(rest, length - 1).map { [first] + $0 }
      + (rest.count >= length ? choices(rest, length) : [])
  }

  /// Places the moved members next to their neighbours, one after the other.
  private static func place(
    _ wanted: [String], _ unmoved: [String], _ stored: [String]
  ) -> [String] {
    let fixed = Set(unmoved)
    var result = stored.filter { !wanted.contains($0) || fixed.contains($0) }
    let firstFixed = wanted.firstIndex(where: fixed.contains)
    let lastFixed = wanted.lastIndex(where: fixed.contains)
    var beginning = 0
    for (place, member) in wanted.enumerated() where !fixed.contains(member) {
      guard let firstFixed, let lastFixed, place < lastFixed else {
        result.append(member)
        continue
      }
      if place < firstFixed {
        result.insert(member, at: beginning)
        beginning += 1
      } else if let before = result.firstIndex(of: wanted[place - 1]) {
        result.insert(member, at: before + 1)
      }
    }
    return result
  }
}
