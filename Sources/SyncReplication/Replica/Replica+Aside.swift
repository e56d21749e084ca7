import RecordStore
import SyncPort

// Records of the server that cannot be read here: they are set aside, so that the others go on.

extension Replica {
  /// The records that cannot be read, by name, with the names that the models have.
  package func recordsSetAside() throws -> [SyncUnreadable] {
    try engine.reading { try Ledger(connection: $0).recordsSetAside() }.map(names.told)
  }

  /// Takes over a record that was set aside and can be read by now.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written; nothing is changed then.
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

extension ReplicaStep {
  /// A record with a value that the models cannot read; nil for one that they can.
  ///
  /// One such row would keep all rows of its entity from being fetched.
  func unreadable(_ record: SyncRecord) -> SyncUnreadable? {
    guard let shape = shapes[record.kind],
      let checks = replica.rules.checks[shape.entity.name], !checks.isEmpty
    else { return nil }
    for field in shape.fields {
      guard let check = checks[field.property] else { continue }
      let value = record.fields[field.name] ?? .null
      // The bytes of a large value are looked at when they are here.
      if case .file = value { continue }
      let fitting = ReplicaValues.fitting(value, field, of: shape.entity, in: record.name)
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

  /// Notes a record that cannot be read; what is here of an earlier version stays and is not sent.
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
  /// A record that cannot be read, with the names that the models have.
  fileprivate func told(_ record: SyncUnreadable) -> SyncUnreadable {
    guard let kind = record.kind else { return record }
    var told = record
    let entity = entity(ofKind: kind)
    told.kind = entity
    told.reason.property = record.reason.property.map { property(ofField: $0, entity) }
    return told
  }
}
