import RecordStore
import SQLCore
import SyncPort

// The order of members that know their owner or owners. The record of each member stores a position
// for each owner, so that moving a member changes one record. Rows and positions agree at the end
// of every step.

extension PeerStep {
  /// The members of one row.
  private struct Members {
    struct Member {
      let key: Int64
      let name: String
      /// The field of the member's record that holds its position.
      let field: String
      var position: String

      static func isBefore(_ left: Member, _ right: Member) -> Bool {
        left.position == right.position
          ? left.name < right.name : left.position < right.position
      }
    }

    let owner: LedgerEntry.Place
    let relationship: RecordRelationship
    /// The members in the order of the rows.
    let keys: [Int64]
    /// The members that have records.
    let known: [Int64: Member]
  }

  /// Registers all lists of a row whose order may have changed.
  func noteOrder(of name: String, _ shape: PeerShape, _ touch: Touch) throws {
    for (relationship, field) in shape.orderedByMembers {
      let isTouched = touch.properties[names.field(of: relationship)] != nil
      // If it is unknown what changed, an order can have changed only if the store has member
      // positions.
      guard try isTouched || (touch.date == nil && engine.hasMemberOrder) else { continue }
      ledger.moves.insert(name, field, nil)
    }
  }

  /// Copies the order of rows to the members' records, changing as few records as possible.
  func collectOrder() throws {
    for list in try lists() {
      for members in try members(of: list) {
        let order = members.keys.compactMap { members.known[$0] }
        for member in try moved(order) { try move(member) }
      }
    }
    // The rows already have the order that was just written.
    _ = ledger.moves.take()
  }

  /// Orders rows by the positions in the members' records.
  func presentOrder() throws {
    var changes = RecordChanges(author: SyncPeer.author)
    changes.areForeign = true
    for list in try lists() {
      for members in try members(of: list) {
        let sorted = members.known.values.sorted(by: Members.Member.isBefore).map(\.key)
        let wanted = sorted + members.keys.filter { members.known[$0] == nil }
        guard wanted != members.keys else { continue }
        let relationship = members.relationship
        changes.relate(
          members.owner.key, of: relationship.owner.name, relationship.name, to: wanted)
        presentedCount += 1
      }
    }
    if !changes.isEmpty { _ = try writer.save(changes) }
  }

  /// Returns the lists with moved members, by records that have rows.
  private func lists() throws -> [MemberMoves.List] {
    var lists: [MemberMoves.List] = []
    var known: Set<MemberMoves.List> = []
    for (list, moved) in try allMoves() {
      guard let owner = try resolved(list.owner), let place = owner.place else { continue }
      let own = MemberMoves.List(owner: owner.name, field: list.field)
      guard !known.contains(own), try !stand(moved, in: own, owner, place) else { continue }
      known.insert(own)
      lists.append(own)
    }
    return lists
  }

  /// Returns the relationships of a row to the members of a list.
  private func relationships(
    of owner: LedgerEntry, _ list: MemberMoves.List
  ) -> [RecordRelationship] {
    let all = shapes[owner.kind]?.orderedByMembers ?? []
    return all.filter { $0.field == list.field }.map(\.relationship)
  }

  /// Whether moved members already have the right order, judged only by their neighbors.
  ///
  /// Most members are added at the end, so this avoids examining the whole list.
  private func stand(
    _ moved: MemberMoves.Moved, in list: MemberMoves.List, _ owner: LedgerEntry,
    _ place: LedgerEntry.Place
  ) throws -> Bool {
    guard !moved.isUnknown,
      try ledger.names(leadingTo: owner.name, by: SyncContent.successor).isEmpty
    else { return false }
    for relationship in relationships(of: owner, list) {
      // The records that reference the owner are only some of these members.
      if relationship.inverse === relationship { return false }
      guard try !ledger.hasOrder(of: place.key, relationship, engine) else { return false }
      let root = names.root(of: relationship.destination)
      for name in moved.members {
        guard let place = try ledger.neighbours(of: name, owner.name, list.field, root) else {
          if try ledger.entry(named: name)?.place?.root == root { return false }
          continue
        }
        if let before = place.before, before > place.own { return false }
        if let behind = place.behind, behind < place.own { return false }
      }
    }
    return true
  }

  private func members(of list: MemberMoves.List) throws -> [Members] {
    guard let owner = try ledger.entry(named: list.owner), let place = owner.place else {
      return []
    }
    return try relationships(of: owner, list).map { relationship in
      let keys = try self.members(of: place.key, relationship)
      let known =
        relationship.inverse === relationship
        ? try reflexiveMembers(of: owner, relationship, keys)
        : try leadingMembers(of: owner, relationship, list.field, Set(keys))
      return Members(owner: place, relationship: relationship, keys: keys, known: known)
    }
  }

  /// Returns the members whose records reference a record.
  private func leadingMembers(
    of owner: LedgerEntry, _ relationship: RecordRelationship, _ field: String,
    _ wanted: Set<Int64>
  ) throws -> [Int64: Members.Member] {
    var known: [Int64: Members.Member] = [:]
    let root = names.root(of: relationship.destination)
    let hasManyOwners = relationship.inverse?.isToMany ?? false
    for name in try formerNames(of: owner.name) {
      let place =
        hasManyOwners
        ? MemberPosition.field(of: field, among: name) : MemberPosition.field(of: field)
      for (key, member, position) in try ledger.positions(name, field, root)
      where wanted.contains(key) && known[key] == nil {
        known[key] = Members.Member(
          key: key, name: member, field: place,
          position: try position ?? recordedPosition(of: member, place))
      }
    }
    return known
  }

  /// Returns the position of a member for which an earlier version of the ledger has none.
  private func recordedPosition(of member: String, _ field: String) throws -> String {
    guard let entry = try ledger.entry(named: member) else { return "" }
    return entry.content.position(field) ?? entry.content.initialPosition(member)
  }

  /// Returns the members of a reflexive relationship, of which only some reference the owner
  /// themselves.
  private func reflexiveMembers(
    of owner: LedgerEntry, _ relationship: RecordRelationship, _ keys: [Int64]
  ) throws -> [Int64: Members.Member] {
    // A single member needs no position.
    guard keys.count > 1 else { return [:] }
    let fields = try formerNames(of: owner.name).map {
      MemberPosition.field(of: names.field(of: relationship), among: $0)
    }
    var known: [Int64: Members.Member] = [:]
    for entry in try ledger.entries(at: keys, names.root(of: relationship.destination)) {
      guard let place = entry.place, let own = fields.first else { continue }
      let position = fields.lazy.compactMap(entry.content.position).first
      known[place.key] = Members.Member(
        key: place.key, name: entry.name, field: own,
        position: position ?? entry.content.initialPosition(entry.name))
    }
    return known
  }

  /// Returns the name of a record and the names of its duplicates.
  private func formerNames(of name: String) throws -> [String] {
    var names: [String] = []
    var waiting = [name]
    while let next = waiting.popLast() {
      guard !names.contains(next) else { continue }
      names.append(next)
      waiting += try ledger.names(leadingTo: next, by: SyncContent.successor)
    }
    return names
  }

  /// Returns the members that need new positions, with these positions.
  private func moved(_ order: [Members.Member]) throws -> [Members.Member] {
    var kept = order.longestRun(by: Members.Member.isBefore)
    guard kept.count < order.count else { return [] }
    var moved = try moved(order, &kept)
    if moved.contains(where: { $0.position.utf8.count > MemberPosition.longest }) {
      // There is no room left, so all members get new positions.
      kept = []
      moved = try self.moved(order, &kept)
    }
    return moved
  }

  private func moved(
    _ order: [Members.Member], _ kept: inout [Int]
  ) throws -> [Members.Member] {
    var moved: [Members.Member] = []
    var left: String?
    var start = 0
    for end in kept + [order.count] {
      let right = end < order.count ? order[end].position : nil
      // Nothing lies between two equal positions, so the second member moves as well.
      if let left, let right, left >= right, end > start { continue }
      let run = order[start..<end]
      let positions = try positions(of: run, left, right)
      for (member, position) in zip(run, positions) {
        var member = member
        member.position = position
        moved.append(member)
      }
      (left, start) = (right, end + 1)
    }
    return moved
  }

  private func positions(
    of run: ArraySlice<Members.Member>, _ left: String?, _ right: String?
  ) throws -> [String] {
    guard right == nil, !run.isEmpty else {
      return MemberPosition.between(left, right, run.count)
    }
    // Members at the end get positions by time, as new members do.
    var positions: [String] = []
    for member in run {
      clock = max(clock, time(nil))
      positions.append(MemberPosition.initial(clock, member.name))
    }
    if let left, let first = positions.first, first <= left {
      return MemberPosition.between(left, nil, run.count)
    }
    return positions
  }

  /// Stores the new position of a member.
  private func move(_ member: Members.Member) throws {
    guard var entry = try ledger.entry(named: member.name) else { return }
    let field = member.field
    let shown = entry.shown
    if !entry.isPending { entry.base = entry.content }
    let stamp = stamp(nil, after: entry.content.marks.stamp(of: field))
    entry.content.fields[field] = .text(member.position)
    entry.content.marks.set(stamp, of: field)
    (entry.isPending, entry.refusal) = (true, nil)
    entry.seen = shown
    entry.seen?[field] = .text(member.position)
    if entry.isDoomed, !peer.rules.deletionsWin { try keep(&entry, .keptDeleted) }
    try ledger.write(&entry)
  }
}

extension Ledger {
  /// Whether the members of a row have another order than that of their keys.
  fileprivate func hasOrder(
    of owner: Int64, _ relationship: RecordRelationship, _ engine: RecordEngine
  ) throws -> Bool {
    guard try engine.hasMemberOrder else { return false }
    let rows = try connection.rows(
      "SELECT 1 FROM \(engine.memberOrder) WHERE RELATIONSHIP = ? AND OWNER = ? LIMIT 1",
      [.text(MemberOrder.name(of: relationship)), .integer(owner)])
    return !rows.isEmpty
  }
}
