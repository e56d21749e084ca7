import CoreDataFormat
import SQLCore

// The order of members. A list of the plan specifies the order of its members; members that it did
// not move keep their current position in the store.

/// The effects of ordering members.
struct MemberChanges {
  /// The owners whose member order was merged with that of others, and so differs from the plan.
  var reordered: [(relationship: RecordRelationship, owner: Int64)] = []
  /// Rows whose only change is their position.
  var repositioned: [(relationship: RecordRelationship, keys: [Int64])] = []
}

/// Writes the order of members.
struct OrderPhase: WrittenRowsPhase {
  let task: SaveTask
  let rows: WrittenRows
  let former: FormerRows
  /// The indices of links with one end deleted by others.
  private let broken: Set<Int>
  var changes = MemberChanges()
  /// The existing rows that inserted rows replaced.
  private(set) lazy var replacedRows = Set(
    upsertedRows.map { RowPlace(tree: $0.batch.entity.treeIndex, key: $0.key) })
  private(set) lazy var changedRows = plan.changedRows
  /// The stored orders of lists to be merged, by relationship number and owner, once they are read.
  private var knownOrders: [Int: [Int64: [Int64]]]?

  private init(
    _ task: SaveTask, _ rows: WrittenRows, _ former: FormerRows, _ broken: Set<Int>
  ) {
    (self.task, self.rows, self.former, self.broken) = (task, rows, former, broken)
  }

  /// Writes the positions of new members, then the order of the plan's lists.
  static func run(
    _ task: SaveTask, _ rows: WrittenRows, _ former: FormerRows, _ broken: Set<Int>
  ) throws -> MemberChanges {
    var phase = OrderPhase(task, rows, former, broken)
    try phase.appendMembers()
    try phase.writeOrder()
    return phase.changes
  }

  /// Writes the order of the lists.
  private mutating func writeOrder() throws {
    guard !plan.members.isEmpty else { return }
    let broken = brokenPairs()
    for (number, list) in plan.members.enumerated() {
      let (owner, destination) = (list.relationship.owner, list.relationship.destination)
      let position = list.relationship.memberPosition
      guard let key = stored(list.owner), !isMissing(key, owner), !isDeleted(key, owner)
      else { continue }
      // True if a new instance replaced a stored row, or several instances became one row.
      let isReplacement = replacedRows.contains(RowPlace(tree: owner.treeIndex, key: key))
      // A single member of a new row needs no position.
      guard
        list.owner > 0 || list.members.count > 1
          || (!list.members.isEmpty && (position != nil || isReplacement))
      else { continue }
      let members = list.members.filter { !isBroken($0, of: list, broken) }.compactMap(stored)
        .filter { !isDeleted($0, destination) }
      if isReplacement {
        // An order that other lists of this save made necessary does not concern this list.
        if rows.unorderedLists.contains(number), MemberOrder.isAscending(members) { continue }
        try writeOrder(of: members, addedTo: key, list, rows.formerMembers[number] ?? [])
      } else if let position {
        try writePositions(of: members, key, list.relationship, position)
      } else {
        try writeOrder(of: members, key, list)
      }
    }
  }

  /// Writes the order of a row's members, merged with the stored order if others have changed it.
  private mutating func writeOrder(
    of members: [Int64], _ owner: Int64, _ list: SavePlan.MemberList
  ) throws {
    let relationship = list.relationship
    let former = list.owner < 0 ? [] : try MemberOrder.positions(of: owner, relationship, session)
    var order = members
    if let base = list.formerMembers, !isOrder(former.map(\.member), of: base, members) {
      // The context did not know the stored order yet.
      let stored = try orderedMembers(of: owner, relationship)
      order = MergedOrder(stored: stored, own: members, base: base).members
      changes.reordered.append((relationship, owner))
    }
    try MemberOrder.write(order, of: owner, relationship, replacing: former, session)
  }

  /// Merges the member order of a new instance into that of the existing row that it replaced.
  ///
  /// Executes no statement if the store has no member order and the list is sorted by key.
  private mutating func writeOrder(
    of members: [Int64], addedTo owner: Int64, _ list: SavePlan.MemberList, _ former: Set<Int64>
  ) throws {
    let relationship = list.relationship
    guard try needsOrder(members, relationship) else { return }
    let stored =
      try storedOrders()[relationship.number]?[owner] ?? orderedMembers(of: owner, relationship)
    let base =
      list.formerMembers
      ?? stored.filter { former.contains($0) || formerOwner(of: $0, relationship) == owner }
    let order = MergedOrder(stored: stored, own: members, base: base)
    let merged = order.members
    guard merged != stored else { return }
    if let position = relationship.memberPosition {
      return try writePositions(of: merged, owner, relationship, position)
    }
    let positions = try MemberOrder.positions(of: owner, relationship, session)
    try MemberOrder.write(merged, of: owner, relationship, replacing: positions, session)
  }

  /// Returns the stored orders of the lists of replaced rows, by relationship number and owner.
  ///
  /// Executes one statement for each relationship where a statement can be a round trip to a server;
  /// elsewhere returns none.
  private mutating func storedOrders() throws -> [Int: [Int64: [Int64]]] {
    if let knownOrders { return knownOrders }
    var owners: [Int: (relationship: RecordRelationship, counts: [Int64: Int])] = [:]
    for list in plan.members where session.connection is any RowsWriting {
      let tree = list.relationship.owner.treeIndex
      guard !list.members.isEmpty, let key = stored(list.owner),
        replacedRows.contains(RowPlace(tree: tree, key: key))
      else { continue }
      owners[list.relationship.number, default: (list.relationship, [:])].counts[key, default: 0] +=
        1
    }
    // The second list of an owner is merged with the order that the first one leaves.
    let orders = try owners.mapValues { relationship, counts in
      let single = counts.keys.filter { counts[$0] == 1 }
      return try single.isEmpty ? [:] : orderedMembers(of: single, relationship)
    }
    knownOrders = orders
    return orders
  }

  /// Returns the owner that a changed row had before the save; nil if it was not read.
  private func formerOwner(of member: Int64, _ relationship: RecordRelationship) -> Int64? {
    relationship.inverse.flatMap { former.owners[$0.number]?[member] }
  }

  /// Whether the stored order is the one that a list began with.
  ///
  /// - Parameters:
  ///   - positioned: The members that had a position, in their order; all others follow by key.
  ///   - base: The members that the list began with.
  ///   - members: The members now.
  /// - Returns: Whether the orders match.
  private func isOrder(_ positioned: [Int64], of base: [Int64], _ members: [Int64]) -> Bool {
    if positioned.isEmpty, MemberOrder.isAscending(base) || MemberOrder.isAscending(members) {
      return true
    }
    let (known, wanted) = (Set(base), Set(members))
    guard positioned.allSatisfy(known.contains) else { return false }
    let rest = base.filter(wanted.contains)
    let kept = positioned.filter(wanted.contains)
    return rest.starts(with: kept) && MemberOrder.isAscending(rest.dropFirst(kept.count))
  }

  private struct Pair: Hashable {
    let relationship: Int
    let source: Int64
    let member: Int64
  }

  /// Returns the pairs of links with an end that others have deleted.
  private func brokenPairs() -> Set<Pair> {
    var pairs: Set<Pair> = []
    for index in broken {
      let link = plan.links[index]
      pairs.insert(
        Pair(relationship: link.relationship.number, source: link.source, member: link.member))
      guard let inverse = link.relationship.inverse else { continue }
      pairs.insert(Pair(relationship: inverse.number, source: link.member, member: link.source))
    }
    return pairs
  }

  /// Whether others have deleted a member, or unlinked it from its owner by a deletion.
  private func isBroken(
    _ member: Int64, of list: SavePlan.MemberList, _ broken: Set<Pair>
  ) -> Bool {
    if isMissing(member, list.relationship.destination) { return true }
    guard !broken.isEmpty else { return false }
    return broken.contains(
      Pair(relationship: list.relationship.number, source: list.owner, member: member))
  }
}
