import RecordStore
import SyncPort

// Records of the server that cannot be read; they are set aside, so that the others are still
// synced.

extension SyncPeer {
  /// Returns the records that cannot be read, sorted by name, with the names that the models use.
  package func recordsSetAside() throws -> [SyncUnreadable] {
    try engine.reading { try Ledger(connection: $0).recordsSetAside() }.map(names.told)
  }

  /// Accepts a record that was set aside and can be read now.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func acceptSetAside(_ record: SyncRecord) throws -> Acceptance {
    try collect()
    return try step { step in
      try step.collectAll()
      try step.takeOver(.saved(record))
      try step.ledger.set(.isUnsettled, 1)
      return step.acceptance
    }
  }
}

extension PeerStep {
  /// Returns a description of a record with a value that the models cannot read; nil if all can be
  /// read.
  ///
  /// One such row would make all fetches of its entity fail.
  func unreadable(_ record: SyncRecord) -> SyncUnreadable? {
    guard let shape = shapes[record.kind],
      let checks = peer.rules.checks[shape.entity.name], !checks.isEmpty
    else { return nil }
    for field in shape.fields {
      guard let check = checks[field.property] else { continue }
      let value = record.fields[field.name] ?? .null
      // The bytes of a large value are checked when they have arrived.
      if case .file = value { continue }
      let fitting = PeerValues.fitting(value, field, of: shape.entity, in: record.name)
      guard let problem = check(fitting) else { continue }
      var reason = SyncError(
        .invalid, "The record has a value that cannot be read: \(problem)",
        advice: "Update the program, or correct the record with the program that wrote it.",
        record: record.name)
      reason.property = field.name
      return SyncUnreadable(name: record.name, kind: record.kind, reason: reason)
    }
    return nil
  }

  /// Sets aside a record that cannot be read; a local earlier version is kept but not sent.
  func setAside(_ record: SyncUnreadable) throws {
    var record = record
    if var entry = try ledger.entry(named: record.name) {
      record.kind = record.kind ?? entry.kind
      let shown = entry.shown
      (entry.epoch, entry.refusal) = (epoch, record.reason.description)
      entry.seen = shown
      try ledger.write(&entry)
    }
    try ledger.setAside(record, epoch: epoch)
    (hasAside, unreadable) = (true, unreadable + [names.told(record)])
  }
}

extension RecordNames {
  /// Returns the record with the names that the models use.
  fileprivate func told(_ record: SyncUnreadable) -> SyncUnreadable {
    guard let kind = record.kind else { return record }
    var told = record
    let entity = entity(ofKind: kind)
    told.kind = entity
    told.reason.property = record.reason.property.map { property(ofField: $0, entity) }
    return told
  }
}
