import RecordStore
import SyncPort

// Decisions that can be made only once everything was fetched.

extension PeerStep {
  /// Makes the decisions that wait for the end of a fetch.
  func settle() throws {
    let followsLoss = followsLoss
    if try ledger.number(.isReadingAll) == 1 {
      try settleMissing()
      try ledger.set(.isReadingAll, 0)
      try ledger.set(.isUnsettled, 1)
    }
    let hasDoomed = try settleDoomed()
    guard try ledger.number(.isUnsettled) == 1 || hasDoomed else { return }
    try settleWaiting()
    try present(applyPairs())
    if followsLoss, keepsPairs {
      // Devices that sent the records again may not have known the pairs.
      try forEachEntry("STATE = 1 AND TAG IS NOT NULL") { try settlePairs(of: $0, isBack: true) }
    }
    try ledger.set(.isUnsettled, 0)
  }

  /// After a full fetch, treats records that the server did not list as deleted, unless the server
  /// may have lost them.
  private func settleMissing() throws {
    let epoch = try ledger.number(.epoch) ?? 0
    var known = try ledger.continuity()
    let names = Set(known.spared)
    func isSpared(_ name: String) -> Bool { known.sparesAll || names.contains(name) }
    try forEachPortion("EPOCH < \(epoch) AND TAG IS NOT NULL") { missing in
      var touched: [String] = []
      for entry in missing {
        if entry.state == .live, isSpared(entry.name) {
          try forgetServer(of: entry)
          spared.append(entry.name)
        } else {
          touched += try accept(.deleted(name: entry.name))
        }
      }
      try present(touched)
    }
    try settleMissingPairs(isSpared)
    try ledger.takeBack(before: epoch)
    (known.spared, known.sparesAll, known.followsLoss) = ([], false, false)
    try ledger.setContinuity(known)
  }

  /// Deletes the rows that the server reported as deleted, except those that others require.
  ///
  /// - Returns: Whether there were any.
  private func settleDoomed() throws -> Bool {
    guard try ledger.count(Self.isDoomed) > 0 else { return false }
    try keepNeeded()
    // The deletions may concern a whole store, so only keys and names are in memory at once.
    var others: Set<String> = []
    var keys: [String: [Int64]] = [:]
    try forEachEntry(Self.isDoomed) { entry in
      if let place = entry.place { keys[place.root, default: []].append(place.key) }
      others.formUnion(try dependents(of: entry.name))
      others.formUnion(try rivals(of: entry.name, entry.content))
    }
    try forEachEntry(Self.isDoomed) { entry in
      try ledger.remove(entry)
      if keepsPairs { try ledger.removeNewPairs(with: entry.name) }
      others.remove(entry.name)
      presentedCount += 1
    }
    var changes = RecordChanges(author: SyncPeer.author)
    changes.areForeign = true
    for (root, keys) in keys.sorted(by: { $0.key < $1.key }) {
      changes.delete(keys, of: names.entity(ofKind: root))
    }
    _ = try writer.save(changes)
    try present(Array(others))
    return true
  }

  private static let isDoomed = "DOOMED = 1"

  /// Keeps records that remaining records require, and the records that those require in turn.
  private func keepNeeded() throws {
    var isChanged = true
    while isChanged {
      isChanged = false
      try forEachEntry(Self.isDoomed) { entry in
        guard try isNeeded(entry) else { return }
        var kept = entry
        try keep(&kept, .keptNeeded)
        try ledger.write(&kept)
        isChanged = true
      }
    }
  }

  /// Whether a remaining row requires the row of a record.
  private func isNeeded(_ entry: LedgerEntry) throws -> Bool {
    for name in try dependents(of: entry.name) {
      guard let other = try ledger.entry(named: name), !other.isDoomed, other.place != nil,
        let shape = shapes[other.kind]
      else { continue }
      for field in shape.fields where field.isRequired {
        guard case .reference(let target)? = other.content.fields[field.name] else { continue }
        if try resolved(target)?.name == entry.name { return true }
      }
    }
    return false
  }

  /// Tries again to create missing rows, and merges records with the same unique values.
  private func settleWaiting() throws {
    func isWaiting(_ entry: LedgerEntry) -> Bool {
      entry.content.successor == nil && shapes[entry.kind] != nil
    }
    try forEachPortion("STATE = 1 AND ROW IS NULL") { entries in
      try present(entries.filter(isWaiting).map(\.name))
    }
    try forEachEntry("STATE = 1 AND ROW IS NULL") { entry in
      // An earlier iteration may have changed the entry.
      guard let loser = try ledger.entry(named: entry.name), loser.place == nil,
        loser.state == .live, isWaiting(loser), let winner = try holder(ofUniqueValuesOf: loser)
      else { return }
      try supersede(loser, by: winner)
    }
  }

  /// Makes a record a duplicate of another one.
  private func supersede(_ loser: LedgerEntry, by winner: LedgerEntry) throws {
    var loser = loser
    // Targets that the loser held are free for other records.
    let freed = try fold(loser, into: winner.name) + rivals(of: loser.name, loser.content)
    if !loser.isPending { loser.base = loser.content }
    let latest = SyncStamp(time: loser.content.marks.latest, peer: peer.name)
    loser.content.fields[SyncContent.successor] = .reference(winner.name)
    loser.content.marks.set(stamp(nil, after: latest), of: SyncContent.successor)
    (loser.isPending, loser.wantsFiles) = (true, false)
    try ledger.write(&loser)
    conflicts.append(SyncConflict(kind: .double, entity: loser.kind, record: loser.name))
    try present([winner.name] + freed + dependents(of: winner.name))
  }
}
