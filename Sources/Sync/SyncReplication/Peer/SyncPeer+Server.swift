import RecordStore
import SQLCore
import SyncPort

extension SyncPeer {
  /// Returns the server, account and location identity of the ledger; nil values if it has none
  /// yet.
  package func server() throws -> (provider: String?, account: String?, place: String?) {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      return (
        try ledger.text(.provider), try ledger.text(.account), try ledger.text(.place)
      )
    }
  }

  /// Sets the server and account of the ledger.
  package func setServer(_ provider: String, _ account: String?, _ place: String? = nil) throws {
    try step { step in
      try step.ledger.set(.provider, provider)
      try step.ledger.set(.account, account)
      try step.ledger.set(.place, place)
    }
  }

  /// Forgets what the server knows, so that everything is sent to another server, and that server's
  /// data is fetched.
  ///
  /// The content on which both sides last agreed is kept, so that records which other devices also
  /// send to the new server are recognized.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func forgetServer() throws {
    try collect()
    try step { step in
      try step.collectAll()
      try step.forgetServer()
    }
  }

  /// Starts comparing the whole store with a server that lost changes: what the server lacks is
  /// sent again, and nothing is deleted.
  ///
  /// - Parameter check: The result of checking the server.
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func beginAnew(_ check: ContinuityCheck) throws {
    try collect()
    try step { step in
      try step.collectAll()
      let (provider, account) = (
        try step.ledger.text(.provider), try step.ledger.text(.account)
      )
      let former = try step.ledger.continuity()
      try step.forgetServer()
      try step.ledger.set(.provider, provider)
      try step.ledger.set(.account, account)
      try step.ledger.setContinuity(former.anew(check, name))
    }
  }

  /// Deletes the rows that the server has, and forgets the server.
  ///
  /// Rows that the server never had are kept, with the rows they require, and are new to the next
  /// server.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func forgetAccount() throws {
    try collect()
    try step { step in
      try step.collectAll()
      try step.forgetRows()
      // Otherwise, returning to the account would never fetch the rows again.
      try step.forgetServer()
    }
  }
}

extension PeerStep {
  fileprivate func forgetServer() throws {
    try forEachEntry("1") { try forgetServer(of: $0) }
    try ledger.connection.run("DELETE FROM \(Ledger.piece)")
    try ledger.takeBack(before: .max)
    try ledger.dropPairs()
    if peer.rules.keepsPairs { try ledger.createPairs() }
    try ledger.set(.cursor, nil)
    try ledger.set(.epoch, (ledger.number(.epoch) ?? 0) + 1)
    try ledger.set(.isReadingAll, 1)
    try ledger.set(.provider, nil)
    try ledger.set(.account, nil)
    try ledger.setContinuity(ledger.continuity().withoutServer)
  }

  /// Forgets what the server knows of a record.
  func forgetServer(of known: LedgerEntry) throws {
    var entry = known
    if entry.isDoomed, entry.place == nil { return try ledger.remove(entry) }
    if entry.state == .deleted { return try forgetDeleted(entry) }
    let shown = entry.shown
    if !entry.isPending { entry.base = entry.content }
    (entry.tag, entry.sent, entry.refusal) = (nil, [], nil)
    (entry.isPending, entry.isDoomed, entry.seen) = (true, false, shown)
    try ledger.write(&entry)
  }

  /// Forgets what the server knows of a locally deleted record; if another server has it, the
  /// deletion is sent there.
  private func forgetDeleted(_ entry: LedgerEntry) throws {
    guard var common = entry.common else { return try ledger.remove(entry) }
    common.fields[SyncContent.successor] = nil
    var entry = entry
    (entry.content, entry.base, entry.isPending) = (common, nil, false)
    (entry.tag, entry.sent, entry.refusal, entry.seen) = (nil, [], nil, nil)
    try ledger.write(&entry)
  }

  fileprivate func forgetRows() throws {
    let needed = try neededByUnsent()
    var keys: [String: [Int64]] = [:]
    try forEachEntry("TAG IS NOT NULL OR PENDING = 0") { entry in
      guard !needed.contains(entry.name) else { return }
      if let place = entry.place { keys[place.root, default: []].append(place.key) }
      try ledger.remove(entry)
    }
    // Delete the rows together, because rows that require each other cannot be deleted one by one.
    var changes = RecordChanges(author: SyncPeer.author)
    changes.areForeign = true
    for (root, keys) in keys.sorted(by: { $0.key < $1.key }) {
      changes.delete(keys, of: names.entity(ofKind: root))
    }
    _ = try writer.save(changes)
    // The remaining rows lost relationships to deleted ones.
    try forEachPortion("ROW IS NOT NULL") { try present($0.map(\.name)) }
  }
}

extension PeerStep {
  /// Calls `body` with each entry that satisfies a condition.
  func forEachEntry(_ condition: String, _ body: (LedgerEntry) throws -> Void) throws {
    try forEachPortion(condition) { try $0.forEach(body) }
  }

  /// Calls `body` with the entries that satisfy a condition, in batches.
  func forEachPortion(_ condition: String, _ body: ([LedgerEntry]) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      let entries = try ledger.entries(
        "(\(condition)) AND ID > ?", [.integer(last)], limit: Self.portion)
      guard let end = entries.last else { return }
      last = end.id
      try body(entries)
    }
  }

  /// The maximum number of entries in memory at once.
  static let portion = 500

  /// Returns the names of records that are required by records the server never had.
  private func neededByUnsent() throws -> Set<String> {
    var needed: Set<String> = []
    try forEachEntry("TAG IS NULL AND PENDING = 1 AND ROW IS NOT NULL") { entry in
      var waiting = [entry]
      while let next = waiting.popLast() {
        for field in shapes[next.kind]?.fields ?? [] where field.isRequired {
          guard case .reference(let name)? = next.content.fields[field.name],
            let owner = try resolved(name), needed.insert(owner.name).inserted
          else { continue }
          waiting.append(owner)
        }
      }
    }
    return needed
  }
}
