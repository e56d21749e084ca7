import RecordStore
import SQLCore
import SyncPort

// The order of members that know their owner, or owners: each has a position in its own record for each of
// them, so that moving one changes one record. Rows and positions say the same at the end of every step.

extension ReplicaStep {
  /// The members of one row.
  private struct Members {
    struct Member {
      let key: Int64
      let name: String
      /// Where its record says where it stands.
      let field: String
      var position: String

      static func isBefore(_ left: Member, _ right: Member) -> Bool {
        left.position == right.position
          ? left.name < right.name : left.position < right.position
      }
    }

    let owner: LedgerEntry.Place
    let relationship: RecordRelationship
    /// As the rows have them.
    let keys: [Int64]
    /// What is known of them.
    let known: [Int64: Member]
  }

  /// Takes note of all lists of a row whose order may have been changed.
  func noteOrder(of name: String, _ shape: ReplicaShape, _ touch: Touch) throws {
    for (relationship, field) in shape.orderedByMembers {
      let isTouched = touch.properties[names.field(of: relationship)] != nil
      // Nobody says what was changed: without positions in the store nobody ever changed an order.
      guard try isTouched || (touch.date == nil && engine.hasMemberOrder) else { continue }
      ledger.moves.insert(name, field, nil)
    }
  }

  /// Takes the order that rows have over into the records of the members, of which as few change as can be.
  func collectOrder() throws {
    for list in try lists() {
      for members in try members(of: list) {
        let order = members.keys.compactMap { members.known[$0] }
        for member in try moved(order) { try move(member) }
      }
    }
    // What was written says what the rows say already.
    _ = ledger.moves.take()
  }

  /// Gives rows the order that the records of their members say.
  func presentOrder() throws {
    var changes = RecordChanges(author: Replica.author)
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

  /// The lists in which somebody moved, by the records that have rows.
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

  /// The lists that relate a row to the members of a list.
  private func relationships(
    of owner: LedgerEntry, _ list: MemberMoves.List
  ) -> [RecordRelationship] {
    let all = shapes[owner.kind]?.orderedByMembers ?? []
    return all.filter { $0.field == list.field }.map(\.relationship)
  }

  /// Whether members stand where they have to already, by a look at their neighbours alone: most come last, and
  /// nobody has to go through all the others.
  private func stand(
    _ moved: MemberMoves.Moved, in list: MemberMoves.List, _ owner: LedgerEntry,
    _ place: LedgerEntry.Place
  ) throws -> Bool {
    guard !moved.isUnknown,
      try ledger.names(leadingTo: owner.name, by: SyncContent.successor).isEmpty
    else { return false }
    for relationship in relationships(of: owner, list) {
      // Of these only some are in the records that lead to the owner.
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

  /// The members whose records lead to a record.
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

  /// Where a member stands of which a former version of the ledger does not say it.
  private func recordedPosition(of member: String, _ field: String) throws -> String {
    guard let entry = try ledger.entry(named: member) else { return "" }
    return entry.content.position(field) ?? entry.content.initialPosition(member)
  }

  /// The members of a relationship that is its own inverse, of which only some lead to the owner themselves.
  private func reflexiveMembers(
    of owner: LedgerEntry, _ relationship: RecordRelationship, _ keys: [Int64]
  ) throws -> [Int64: Members.Member] {
    // One stands wherever it does.
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

  /// The name of a record and of all that gave way to it.
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

  /// The members that have to get other positions, with these.
  private func moved(_ order: [Members.Member]) throws -> [Members.Member] {
    var kept = MemberPosition.longestRun(of: order, Members.Member.isBefore)
    guard kept.count < order.count else { return [] }
    var moved = try moved(order, &kept)
    if moved.contains(where: { $0.position.utf8.count > MemberPosition.longest }) {
      // There is no room left: all are given new ones.
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
      // Between two that are equal is no place: the second moves as well.
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
    // At the end stands what came last, as a new member does.
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

  /// Gives a member its position.
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
    if entry.isDoomed, !replica.rules.deletionsWin { try keep(&entry, .keptDeleted) }
    try ledger.write(&entry)
  }
}

extension Ledger {
  /// Whether members of a row stand in another order than that of their keys.
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
