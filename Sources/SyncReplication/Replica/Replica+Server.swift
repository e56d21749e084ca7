import RecordStore
import SQLCore
import SyncPort

extension Replica {
  /// The server and the account that the ledger is about; nil where it is about none yet.
  package func server() throws -> (provider: String?, account: String?) {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      return (try ledger.text(.provider), try ledger.text(.account))
    }
  }

  /// Takes note of the server and the account that the ledger is about.
  package func setServer(_ provider: String, _ account: String?) throws {
    try step { step in
      try step.ledger.set(.provider, provider)
      try step.ledger.set(.account, account)
    }
  }

  /// Forgets what the server knows, so that all goes over to another one, and what that has comes here.
  ///
  /// What both sides agreed upon last is kept, so that records that others bring over as well are not
  /// taken for other ones.
  package func forgetServer() throws {
    try collect()
    try step { step in
      let ledger = step.ledger
      var last: Int64 = 0
      while true {
        let entries = try ledger.entries("ID > ?", [.integer(last)], limit: 1_000)
        guard let end = entries.last else { break }
        last = end.id
        for var entry in entries {
          if entry.isDoomed, entry.place == nil {
            try ledger.remove(entry)
            continue
          }
          if entry.state == .deleted {
            try forget(entry, step)
            continue
          }
          let shown = entry.shown
          if !entry.isPending { entry.base = entry.content }
          (entry.tag, entry.sent, entry.refusal) = (nil, [], nil)
          (entry.isPending, entry.isDoomed, entry.seen) = (true, false, shown)
          try ledger.write(&entry)
        }
      }
      try step.writer.connection.run("DELETE FROM \(Ledger.piece)")
      try ledger.set(.cursor, nil)
      try ledger.set(.epoch, (ledger.number(.epoch) ?? 0) + 1)
      try ledger.set(.isReadingAll, 1)
      try ledger.set(.provider, nil)
      try ledger.set(.account, nil)
    }
  }
}

extension Replica {
  /// Forgets what the server knows of a record that was deleted here: another one that turns out to have it
  /// is told.
  private func forget(_ entry: LedgerEntry, _ step: ReplicaStep) throws {
    guard var common = entry.common else { return try step.ledger.remove(entry) }
    common.fields[SyncContent.successor] = nil
    var entry = entry
    (entry.content, entry.base, entry.isPending) = (common, nil, false)
    (entry.tag, entry.sent, entry.refusal, entry.seen) = (nil, [], nil, nil)
    try step.ledger.write(&entry)
  }

  /// Takes the rows away that the server has; what it never had stays, and is new for the next one.
  package func forgetAccount() throws {
    try collect()
    try step { step in
      var keys: [String: [Int64]] = [:]
      for entry in try step.ledger.entries("TAG IS NOT NULL OR PENDING = 0") {
        if let place = entry.place { keys[place.root, default: []].append(place.key) }
        try step.ledger.remove(entry)
      }
      var changes = RecordChanges(author: Replica.author)
      changes.areForeign = true
      for (root, keys) in keys.sorted(by: { $0.key < $1.key }) { changes.delete(keys, of: root) }
      _ = try step.writer.save(changes)
    }
  }
}
