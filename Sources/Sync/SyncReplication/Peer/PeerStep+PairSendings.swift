import RecordStore
import SyncPort

// Pairs to create or delete on the server.

extension PeerStep {
  /// Updates pairs to match the changed lists of a record.
  func settlePairs(of entry: LedgerEntry, since former: SyncContent?) throws {
    guard keepsPairs, let shape = shapes[entry.kind] else { return }
    for field in shape.fields where field.isOrderedByMembers {
      let known = former?.members(field.name) ?? []
      for member in known.symmetricDifference(entry.content.members(field.name)).sorted() {
        try settle(link(entry.name, field, member), field)
      }
    }
  }

  /// Updates pairs to match the lists of a record that is sent or restored.
  func settlePairs(of entry: LedgerEntry, isBack: Bool = false) throws {
    guard keepsPairs, let shape = shapes[entry.kind] else { return }
    // A server that never had the record has none of its pairs, and pairs of a deleted record were
    // given up.
    let isAnew = entry.tag == nil || isBack
    try settlePairs(of: entry, since: isAnew ? nil : entry.base)
    if isAnew { try settlePairs(with: entry.name, shape) }
    try wantPairs(of: entry.name)
  }

  /// Updates pairs to match the lists of other records that contain a record.
  private func settlePairs(with name: String, _ shape: PeerShape) throws {
    let inverses = shape.toldByOthers.compactMap { _, inverse, field in
      inverse.isToMany ? shapes[names.kind(of: inverse.owner.name)]?.field(named: field) : nil
    }
    let reflexive = shape.fields.filter { $0.isReflexive && $0.isOrderedByMembers }
    for field in inverses + reflexive {
      for owner in try ledger.names(leadingTo: name, by: field.name) {
        try settle(link(owner, field, name), field)
      }
    }
  }

  /// Updates the pairs of a link to match the list.
  private func settle(_ link: PairLink, _ field: PeerShape.Field) throws {
    let known = try ledger.pairs(of: link)
    guard try isTold(link) else {
      for entry in known { try giveUp(entry) }
      return
    }
    guard !known.contains(where: { $0.isWanted && !$0.isGone }) else { return }
    if var former = known.first {
      (former.isWanted, former.use, former.isGone) = (true, .told, false)
      return try ledger.write(former)
    }
    guard let pair = pair(of: link, field) else { return }
    // All devices derive the same name, so that the pair is not created twice.
    let parts: [String: SyncValue] = [
      "owner": .text(link.owner), "field": .text(link.field), "member": .text(link.member),
    ]
    let name = "p" + PeerValues.digest(SyncCoding.encode(parts)).prefix(32)
    var entry = PairEntry(name: String(name), pair: pair)
    entry.epoch = epoch
    try ledger.write(entry)
  }

  private func giveUp(_ known: PairEntry) throws {
    var entry = known
    if entry.tag == nil, !entry.isSent { return try ledger.remove(entry) }
    (entry.isWanted, entry.use, entry.isGone) = (false, .told, false)
    try ledger.write(entry)
  }

  /// Gives up the pairs of a record that was deleted locally.
  func giveUpPairs(of name: String) throws {
    guard keepsPairs else { return }
    for known in try ledger.pairs(with: name) {
      var entry = known
      if entry.tag == nil, !entry.isSent {
        try ledger.remove(entry)
      } else {
        entry.isWanted = false
        try ledger.write(entry)
      }
    }
  }

  /// Marks the pairs of a restored record as wanted again, if they still apply.
  private func wantPairs(of name: String) throws {
    guard keepsPairs else { return }
    for known in try ledger.pairs(with: name) where !known.isWanted {
      guard let link = link(of: known.pair),
        try known.use == .open ? ledger.areThere(link) : isTold(link)
      else { continue }
      var entry = known
      entry.isWanted = true
      try ledger.write(entry)
    }
  }

  /// Returns the pairs to delete on the server.
  ///
  /// Pairs of a record that is itself deleted come after it, so that other clients do not mistake
  /// them for list edits, which would keep the record.
  func nextFormerPairs(_ limit: Int) throws -> [SyncPeer.Sending] {
    guard keepsPairs else { return [] }
    let isDeleted = "R.STATE = 2 AND R.PENDING = 1 AND R.TAG IS NOT NULL"
    let condition = """
      \(Ledger.isFormerPair) AND REFUSAL IS NULL AND NOT \(Ledger.hasEnd("FIRST", isDeleted)) \
      AND NOT \(Ledger.hasEnd("SECOND", isDeleted))
      """
    let entries = try ledger.pairs(condition, limit: limit)
    return try entries.compactMap { known in
      guard let tag = known.tag else { return nil }
      var entry = known
      entry.isLeaving = true
      try ledger.write(entry)
      return SyncPeer.Sending(
        write: .delete(name: entry.name, tag: tag), files: [:], content: SyncContent())
    }
  }

  /// Returns the pairs to create on a server that has both ends.
  func nextNewPairs(_ limit: Int) throws -> [SyncPeer.Sending] {
    guard keepsPairs else { return [] }
    let isKnown = "R.TAG IS NOT NULL AND R.STATE = 1"
    let condition = """
      \(Ledger.isNewPair) AND REFUSAL IS NULL AND \(Ledger.hasEnd("FIRST", isKnown)) \
      AND \(Ledger.hasEnd("SECOND", isKnown))
      """
    while true {
      let entries = try ledger.pairs(condition, limit: limit)
      let sendings = try entries.compactMap(send)
      if !sendings.isEmpty || entries.isEmpty { return sendings }
    }
  }

  private func send(_ known: PairEntry) throws -> SyncPeer.Sending? {
    var entry = known
    // One end may have been deleted and restored without the other.
    guard let link = link(of: known.pair), try isTold(link) else {
      try giveUp(entry)
      return nil
    }
    entry.isSent = true
    try ledger.write(entry)
    return SyncPeer.Sending(
      write: .save(entry.pair.record(named: entry.name)), files: [:], content: SyncContent())
  }

  /// Processes the result of sending a pair.
  ///
  /// - Returns: Whether the sending was a pair.
  func notePair(_ result: SyncWriteResult, of sending: SyncPeer.Sending) throws -> Bool {
    guard keepsPairs, var entry = try ledger.pair(named: sending.write.name) else { return false }
    switch result {
    case .postponed: return true
    case .conflict(let record?):
      try acceptPair(.saved(record))
      return true
    case .conflict(nil), .deleted:
      guard entry.isWanted else {
        try ledger.remove(entry)
        return true
      }
      (entry.tag, entry.isSent, entry.isLeaving) = (nil, false, false)
    case .refused(let error):
      (entry.refusal, entry.isSent, entry.isLeaving) = (error.description, false, false)
    case .saved(let tag):
      (entry.tag, entry.isSent, entry.epoch) = (tag, false, epoch)
    }
    try ledger.write(entry)
    return true
  }
}
