import SyncPort

/// Updates the lists of records to reflect pairs that others created or deleted.
///
/// Each record is written only once all pairs were examined, because it may have many members.
final class PairReading {
  private let step: PeerStep
  private var entries: [String: LedgerEntry?] = [:]
  private var edits: [Place: Edit] = [:]

  /// The list of a record.
  private struct Place: Hashable {
    let owner: String
    let field: String
  }

  private struct Edit {
    var added: [String] = []
    var removed: Set<String> = []
  }

  init(_ step: PeerStep) { self.step = step }

  /// Applies pairs that the lists do not reflect yet.
  ///
  /// - Returns: The names of records whose rows may have to change.
  func apply(_ pairs: [PairEntry]) throws -> [String] {
    for entry in pairs where entry.isGone { try end(entry) }
    for entry in pairs where !entry.isGone { try begin(entry) }
    var touched: Set<String> = []
    for (place, edit) in edits {
      touched.formUnion([place.owner] + edit.added + edit.removed)
    }
    let places = edits.keys.sorted { ($0.owner, $0.field) < ($1.owner, $1.field) }
    for place in places {
      guard let edit = edits[place], var entry = try step.ledger.entry(named: place.owner) else {
        continue
      }
      try change(&entry, place.field, edit)
    }
    return touched.sorted()
  }

  private func entry(named name: String) throws -> LedgerEntry? {
    if let known = entries[name] { return known }
    let entry = try step.ledger.entry(named: name)
    entries[name] = .some(entry)
    return entry
  }

  /// Relates two records for which another device created a pair.
  private func begin(_ known: PairEntry) throws {
    var entry = known
    entry.pair = step.ordered(entry.pair)
    guard let link = step.link(of: entry.pair), let owner = try self.entry(named: link.owner),
      let member = try self.entry(named: link.member)
    else { return }
    guard owner.isThere, member.isThere else {
      // The pair is deleted with an end that was deleted locally, unless that end comes back.
      entry.isWanted = !(owner.state == .deleted || member.state == .deleted)
      return try step.ledger.write(entry)
    }
    let isReflexive = step.shapes[owner.kind]?.field(named: link.field)?.isReflexive ?? false
    let place = Place(owner: link.owner, field: link.field)
    let isTold =
      lists(place, link.member)
      || (isReflexive && lists(Place(owner: link.member, field: link.field), link.owner))
    // A member that both sides knew and that is no longer in the list was removed locally.
    let isRemoved =
      owner.wasListing(link.member, link.field)
      || (isReflexive && member.wasListing(link.owner, link.field))
    entry.use = isTold || isRemoved ? .told : .added
    entry.isWanted = isTold || !isRemoved
    try step.ledger.write(entry)
    if entry.use == .added { edits[place, default: Edit()].added.append(link.member) }
  }

  /// Whether a list will contain a member after the edits.
  private func lists(_ place: Place, _ member: String) -> Bool {
    if let edit = edits[place] {
      if edit.added.contains(member) { return true }
      if edit.removed.contains(member) { return false }
    }
    return entries[place.owner]??.content.lists(member, place.field) ?? false
  }

  /// Unlinks two records whose pair another device deleted.
  private func end(_ entry: PairEntry) throws {
    try step.ledger.remove(entry)
    guard entry.use != .open, let link = step.link(of: entry.pair),
      !(try step.ledger.pairs(of: link).contains { $0.isWanted && !$0.isGone })
    else { return }
    let ends = [(link.owner, link.member), (link.member, link.owner)]
    for (name, _) in ends {
      // The pair of a record that is being created again on the server was deleted with it, and
      // comes back with it.
      guard try self.entry(named: name)?.tag != nil else { return }
    }
    for (name, other) in ends {
      guard let record = try self.entry(named: name), record.isThere,
        record.content.lists(other, link.field),
        name == link.owner || step.peer.reflexiveFields.contains(link.field),
        // A local addition is later than the deletion.
        entry.use == .added || !record.isPending || record.base?.lists(other, link.field) ?? false
      else { continue }
      edits[Place(owner: name, field: link.field), default: Edit()].removed.insert(other)
    }
  }

  /// Changes a list as if it had been changed locally now.
  private func change(_ entry: inout LedgerEntry, _ field: String, _ edit: Edit) throws {
    let (shown, former) = (entry.shown, entry.content)
    var members: [SyncValue] = []
    if case .list(let values)? = former.fields[field] {
      members = values.filter { value in
        if case .reference(let name) = value { !edit.removed.contains(name) } else { true }
      }
    }
    members += edit.added.map(SyncValue.reference)
    var content = former
    content.fields[field] = .list(members)
    content.marks.set(step.stamp(nil, after: former.marks.stamp(of: field)), of: field)
    if let shape = step.shapes[entry.kind] {
      try step.removeFormerPositions(&content, entry, shape)
    }
    if !entry.isPending { entry.base = former }
    (entry.content, entry.isPending, entry.seen, entry.refusal) = (content, true, shown, nil)
    try step.ledger.write(&entry)
    try step.noteMoves(of: entry, since: former)
  }
}
