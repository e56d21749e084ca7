import RecordStore
import SyncPort

// Pairs that a server keeps beside the lists of members.
//
// A list says who is related, and pairs follow it: whoever changes a list makes and deletes them. A pair that somebody
// else has made or deleted, such as an app of Apple's, which knows no lists, changes the list, as if that had been done
// here. This waits for the end of a reading, so that what the list itself says by then is no change any more.

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
    let open = try ledger.pairs(Ledger.isOpenPair)
    return open.isEmpty ? [] : try PairReading(self).apply(open)
  }

  /// Takes the pairs for deleted of which a reading of everything has not told.
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
