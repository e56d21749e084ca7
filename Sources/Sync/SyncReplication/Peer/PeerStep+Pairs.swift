import SyncPort

// Pairs that a server stores in addition to the lists of members.
//
// Lists determine which records are related, and pairs follow them: the device that changes a list
// creates and deletes its pairs. Other programs, such as apps on Apple's systems, do not know
// lists. If they create or delete a pair, the list is changed as if that had been done locally.
// This waits for the end of a fetch, because the list itself may contain the change by then.

extension PeerStep {
  var keepsPairs: Bool { peer.rules.keepsPairs }

  /// Whether the server stores a pair under the name of a change.
  func isPair(_ change: SyncChange) throws -> Bool {
    guard keepsPairs else { return false }
    if case .saved(let record) = change { return record.kind == SyncPair.kind }
    return try ledger.pair(named: change.name) != nil
  }

  /// Stores the server's version of a pair.
  func acceptPair(_ change: SyncChange) throws {
    switch change {
    case .saved(let record): try accept(pair: record)
    case .deleted(let name):
      guard let entry = try ledger.pair(named: name) else { return }
      try acceptDeletion(of: entry)
    case .unreadable(let record): try setAside(record)
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
    // This deletion was already processed, and the pair is being created again.
    guard entry.tag != nil || entry.isSent else { return }
    entry.isGone = !entry.isLeaving
    (entry.tag, entry.isSent, entry.isLeaving) = (nil, false, false)
    try ledger.write(entry)
  }

  /// Updates lists to reflect pairs, once everything was fetched.
  ///
  /// - Returns: The names of records whose rows may have to change.
  func applyPairs() throws -> [String] {
    guard keepsPairs else { return [] }
    let open = try ledger.pairs(Ledger.isOpenPair)
    return open.isEmpty ? [] : try PairReading(self).apply(open)
  }

  /// Treats pairs as deleted that a full fetch did not list.
  func settleMissingPairs(_ isSpared: (String) -> Bool) throws {
    guard keepsPairs else { return }
    for entry in try ledger.pairs("EPOCH < \(epoch) AND TAG IS NOT NULL") {
      guard isSpared(entry.name) else {
        try acceptDeletion(of: entry)
        continue
      }
      var pair = entry
      pair.tag = nil
      try ledger.write(pair)
    }
  }
}
