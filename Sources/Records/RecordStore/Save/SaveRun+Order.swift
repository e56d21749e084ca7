import CoreDataFormat
import SQLCore

// The order of members. A list of the plan specifies the order of its members; members that it did
// not move keep their current position in the store.

extension SaveRun {
  /// Writes the order of the members.
  func writeOrder() throws {
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
        if unorderedLists.contains(number), MemberOrder.isAscending(members) { continue }
        try writeOrder(of: members, addedTo: key, list, formerMembers[number] ?? [])
      } else if let position {
        try writePositions(of: members, key, list.relationship, position)
      } else {
        try writeOrder(of: members, key, list)
      }
    }
  }

  /// Writes the order of a row's members, merged with the stored order if others have changed it.
  private func writeOrder(
    of members: [Int64], _ owner: Int64, _ list: SavePlan.MemberList
  ) throws {
    let relationship = list.relationship
    let positioned = list.owner < 0 ? [] : try MemberOrder.remove(of: owner, relationship, session)
    if let base = list.formerMembers, !isOrder(positioned, of: base, members) {
      // The context did not know the stored order yet.
      let stored = try orderedMembers(of: owner, relationship, positioned)
      let merged = MergedOrder(stored: stored, own: members, base: base).members
      outcome.reordered.append((relationship, owner))
      return try MemberOrder.write(merged, of: owner, relationship, session)
    }
    try MemberOrder.write(members, of: owner, relationship, session)
  }

  /// Merges the member order of a new instance into that of the existing row that it replaced.
  ///
  /// Executes no statement if the store has no member order and the list is sorted by key.
  private func writeOrder(
    of members: [Int64], addedTo owner: Int64, _ list: SavePlan.MemberList, _ former: Set<Int64>
  ) throws {
    let relationship = list.relationship
    guard try needsOrder(members, relationship) else { return }
    let stored = try orderedMembers(of: owner, relationship)
    let base =
      list.formerMembers
      ?? stored.filter { former.contains($0) || formerOwner(of: $0, relationship) == owner }
    let order = MergedOrder(stored: stored, own: members, base: base)
    guard let places = order.places else { return }
    let merged = places.map { stored[$0] }
    if let position = relationship.memberPosition {
      return try writePositions(of: merged, owner, relationship, position)
    }
    _ = try MemberOrder.remove(of: owner, relationship, session)
    try MemberOrder.write(merged, of: owner, relationship, session)
  }

  /// Returns the owner that a changed row had before the save; nil if it was not read.
  private func formerOwner(of member: Int64, _ relationship: RecordRelationship) -> Int64? {
    relationship.inverse.flatMap { formerOwners[$0.number]?[member] }
  }

  /// Records the members of an existing row that an inserted one is about to replace.
  ///
  /// Executes one statement for each member list of the inserted row, unless the store has no
  /// member order.
  func noteFormerMembers(of owner: Int64, replacing new: Int64) throws {
    for number in listsByOwner[new] ?? [] {
      let list = plan.members[number]
      guard !list.members.isEmpty else { continue }
      let known = list.members.compactMap(stored)
      // The positions of members without keys are not known yet.
      let isOpen = !known.isEmpty && known.count < list.members.count
      guard try isOpen || needsOrder(known, list.relationship) else {
        unorderedLists.insert(number)
        continue
      }
      formerMembers[number] = Set(try orderedMembers(of: owner, list.relationship))
    }
  }

  /// Whether an order has to be stored.
  private func needsOrder(_ members: [Int64], _ relationship: RecordRelationship) throws -> Bool {
    if relationship.memberPosition != nil || !MemberOrder.isAscending(members) { return true }
    return try session.hasMemberOrder
  }

  /// Returns the keys of a row's members in their order; executes one statement.
  ///
  /// - Parameters:
  ///   - owner: The row.
  ///   - relationship: The relationship.
  ///   - positioned: Members whose positions were just removed.
  /// - Returns: The keys.
  /// - Throws: What the store throws.
  private func orderedMembers(
    of owner: Int64, _ relationship: RecordRelationship, _ positioned: [Int64] = []
  ) throws -> [Int64] {
    let keys = try MemberQuery.read(relationship, of: [owner], .keys, session) { statement in
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.row.int64(0)) }
      return keys
    }
    guard !positioned.isEmpty else { return keys }
    let (related, former) = (Set(keys), Set(positioned))
    return positioned.filter(related.contains) + keys.filter { !former.contains($0) }
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
    for index in outcome.broken {
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

// Positions of members that left an owner.

extension SaveRun {
  /// Removes the positions of members in lists of owners that they left.
  ///
  /// Executes one statement for each such relationship in each batch of rows, and more if there are
  /// such positions; none if the store has no member order.
  func removeLeftPositions() throws {
    for batch in plan.changed {
      try removeLeftPositions(batch) { batch.keys[$0] }
    }
    for batch in plan.inserted where !outcome.upserted.isEmpty {
      try removeLeftPositions(batch) { row in
        let number = batch.firstRow + row
        return outcome.upserted.contains(number) ? outcome.keys[number] : nil
      }
    }
    let ended = plan.links.filter { !$0.isRelated && $0.source > 0 && $0.member > 0 }
    for links in Dictionary(grouping: ended, by: { $0.relationship.number }).values {
      let relationship = links[0].relationship
      try removePositions(of: links.map { ($0.source, $0.member) }, relationship)
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      try removePositions(of: links.map { ($0.member, $0.source) }, inverse)
    }
  }

  /// Removes the positions of a batch's rows in lists of their former owners.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - key: Returns the key of a row that may have left an owner; nil for other rows.
  /// - Throws: What the store throws.
  private func removeLeftPositions(_ batch: RowBatch, key: (Int) -> Int64?) throws {
    for relationship in batch.entity.relationships
    where batch.properties.contains(relationship.index) && relationship.foreignKey != nil {
      guard let lists = relationship.inverse, lists.isToMany, lists.memberPosition == nil else {
        continue
      }
      var owners: [Int64: Int64] = [:]
      for row in 0..<batch.count {
        guard let key = key(row) else { continue }
        owners[key] = batch.target(row, of: relationship.index).flatMap(stored) ?? 0
      }
      try MemberOrder.remove(members: owners.keys.sorted(), lists, session) { owner, member in
        owners[member] != owner
      }
    }
  }

  private func removePositions(
    of pairs: [(owner: Int64, member: Int64)], _ relationship: RecordRelationship
  ) throws {
    guard relationship.memberPosition == nil else { return }
    var owners: [Int64: Set<Int64>] = [:]
    for pair in pairs { owners[pair.member, default: []].insert(pair.owner) }
    try MemberOrder.remove(members: owners.keys.sorted(), relationship, session) { owner, member in
      owners[member]?.contains(owner) ?? false
    }
  }
}
