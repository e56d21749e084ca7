import RecordStore
import SyncPort

// Pairs that a server keeps beside the lists of members.
//
// A list says who is related, and pairs follow it: they are made and deleted when a record is sent whose list has
// changed. A pair that somebody else has made or deleted, such as an app of Apple's, which knows no lists, changes the
// list, as if that had been done here. This waits for the end of a reading, so that what the list itself says by then
// is no change any more.

extension ReplicaStep {
  var keepsPairs: Bool { replica.rules.keepsPairs }

  /// Whether the server keeps a pair under a name.
  func isPair(_ change: SyncChange) throws -> Bool {
    guard keepsPairs else { return false }
    if case .saved(let record) = change { return record.kind == SyncPair.kind }
    return try ledger.pair(named: change.name) != nil
  }

  /// Takes note of what the server says of a pair.
  func acceptPair(_ change: SyncChange) throws {
    switch change {
    case .saved(let record): try accept(pair: record)
    case .deleted(let name):
      guard let entry = try ledger.pair(named: name) else { return }
      try acceptDeletion(of: entry)
    }
  }

  private func accept(pair record: SyncRecord) throws {
    if var known = try ledger.pair(named: record.name) {
      (known.tag, known.epoch, known.refusal) = (record.tag, epoch, nil)
      (known.isSent, known.isGone) = (false, false)
      return try ledger.write(known)
    }
    guard let pair = SyncPair(record) else { return }
    var entry = PairEntry(name: record.name, pair: ordered(pair), tag: record.tag)
    (entry.use, entry.epoch) = (.open, epoch)
    try ledger.write(entry)
  }

  private func acceptDeletion(of known: PairEntry) throws {
    var entry = known
    guard entry.isWanted else { return try ledger.remove(entry) }
    // What was told already is made anew.
    guard entry.tag != nil || entry.isSent else { return }
    entry.isGone = !entry.isLeaving
    (entry.tag, entry.isSent, entry.isLeaving) = (nil, false, false)
    try ledger.write(entry)
  }

  /// Brings lists in line with pairs, when all has been read.
  ///
  /// - Returns: The names of records whose rows may have to change.
  func applyPairs() throws -> [String] {
    guard keepsPairs else { return [] }
    var touched: [String] = []
    for entry in try ledger.pairs(Ledger.isOpenPair) {
      touched += entry.isGone ? try end(entry) : try begin(entry)
    }
    return touched
  }

  /// Takes the pairs for deleted of which a reading of everything has not told.
  func settleMissingPairs() throws {
    guard keepsPairs else { return }
    for entry in try ledger.pairs("EPOCH < \(epoch) AND TAG IS NOT NULL") {
      try acceptDeletion(of: entry)
    }
  }
}

extension ReplicaStep {
  /// Relates two records of which somebody else has made a pair.
  private func begin(_ known: PairEntry) throws -> [String] {
    var entry = known
    entry.pair = ordered(entry.pair)
    guard let link = link(of: entry.pair), var owner = try ledger.entry(named: link.owner),
      let member = try ledger.entry(named: link.member)
    else { return [] }
    guard owner.isThere, member.isThere else {
      // It goes with the one that was deleted here, unless that comes back.
      entry.isWanted = !(owner.state == .deleted || member.state == .deleted)
      try ledger.write(entry)
      return []
    }
    entry.use = .told
    if try isTold(link) {
      try ledger.write(entry)
      return []
    }
    // What both sides knew and is no more in the list was taken away here.
    let isRemoved =
      owner.wasListing(link.member, link.field)
      || (isReflexive(link, owner) && member.wasListing(link.owner, link.field))
    entry.isWanted = !isRemoved
    if !isRemoved { entry.use = .added }
    try ledger.write(entry)
    guard !isRemoved else { return [] }
    try edit(&owner, link.field) { $0.append(.reference(link.member)) }
    return [owner.name]
  }

  /// Separates two records, the pair of which somebody else has deleted.
  private func end(_ entry: PairEntry) throws -> [String] {
    try ledger.remove(entry)
    guard entry.use != .open, let link = link(of: entry.pair),
      !(try ledger.pairs(of: link).contains { $0.isWanted && !$0.isGone })
    else { return [] }
    // A pair goes with a record that is made anew at the server, and comes back with it.
    for name in [link.owner, link.member] where try ledger.entry(named: name)?.tag == nil {
      return []
    }
    var touched: [String] = []
    for (name, other) in [(link.owner, link.member), (link.member, link.owner)] {
      guard var record = try ledger.entry(named: name), record.isThere,
        record.content.lists(other, link.field), name == link.owner || isReflexive(link, record),
        // What somebody has added here by himself is later.
        entry.use == .added || !record.isPending || record.base?.lists(other, link.field) ?? false
      else { continue }
      try edit(&record, link.field) { $0.removeAll { $0 == .reference(other) } }
      touched += [name, other]
    }
    return touched
  }

  /// Changes a list as if it had been changed here now.
  private func edit(
    _ entry: inout LedgerEntry, _ field: String, _ change: (inout [SyncValue]) -> Void
  ) throws {
    let (shown, former) = (entry.shown, entry.content)
    var members: [SyncValue] = []
    if case .list(let values)? = former.fields[field] { members = values }
    change(&members)
    var content = former
    content.fields[field] = .list(members)
    let time = max(time(nil), (former.marks.stamp(of: field)?.time ?? 0) + 1)
    clock = max(clock, time)
    content.marks.set(SyncStamp(time: time, replica: replica.name), of: field)
    if let shape = shapes[entry.kind] { try removeFormerPositions(&content, entry, shape) }
    if !entry.isPending { entry.base = former }
    (entry.content, entry.isPending, entry.seen, entry.refusal) = (content, true, shown, nil)
    try ledger.write(&entry)
    try noteMoves(of: entry, since: former)
  }
}
