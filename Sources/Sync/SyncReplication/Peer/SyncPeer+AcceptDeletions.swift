import SyncPort

// Records that were deleted on one side.

extension PeerStep {
  /// Accepts the server's version of a record that was deleted locally.
  func acceptForDeleted(
    _ entry: inout LedgerEntry, _ theirs: SyncContent, _ base: SyncContent?
  ) throws {
    entry.isPending = true
    let isChanged = base.map { $0.fields != theirs.fields } ?? true
    // A local record that was never acknowledged has no base, and nobody else changed it.
    let isOwn = base == nil && entry.content.fields == theirs.fields
    guard isChanged, !isOwn, !peer.rules.deletionsWin else {
      if isChanged, !isOwn {
        conflicts.append(
          SyncConflict(kind: .deletedChanged, entity: entry.kind, record: entry.name))
      }
      entry.base = theirs
      return
    }
    conflicts.append(SyncConflict(kind: .keptDeleted, entity: entry.kind, record: entry.name))
    // Values set locally before the deletion are kept, except references to records that were never
    // sent.
    for (field, target) in entry.content.references
    where entry.content.fields[field] != base?.fields[field] {
      if let other = try ledger.entry(named: target), other.state == .live || other.tag != nil {
        continue
      }
      entry.content.fields[field] = base?.fields[field]
      entry.content.marks.set(base?.marks.stamp(of: field), of: field)
    }
    try giveUpLost(&entry, base)
    merge(&entry, theirs, base)
    (entry.state, entry.seen, entry.sent) = (.live, [:], [])
    entry.wantsFiles = !entry.content.files.isEmpty
    try keepOwners(of: entry)
  }

  /// Reverts fields to the last agreed version if their large value was deleted with the row before
  /// it was fully uploaded.
  private func giveUpLost(_ entry: inout LedgerEntry, _ base: SyncContent?) throws {
    for (field, file) in entry.content.files where base?.fields[field] != .file(file) {
      let stored = try ledger.pieceNumbers(of: file, areHere: false)
      guard stored.count < SyncPiece.all(of: file).count else { continue }
      entry.content.fields[field] = base?.fields[field]
      entry.content.marks.set(base?.marks.stamp(of: field), of: field)
    }
  }

  /// Restores deleted records that a kept record requires, if the server has not deleted them yet.
  private func keepOwners(of entry: LedgerEntry) throws {
    guard let shape = shapes[entry.kind] else { return }
    for field in shape.fields where field.isRequired {
      guard case .reference(let name)? = entry.content.fields[field.name],
        var owner = try resolved(name), owner.state == .deleted
      else { continue }
      (owner.state, owner.seen) = (.live, [:])
      try giveUpLost(&owner, owner.base)
      owner.isPending = owner.tag == nil || owner.base?.fields != owner.content.fields
      owner.wantsFiles = !owner.content.files.isEmpty
      try ledger.write(&owner)
      kept.insert(owner.name)
      conflicts.append(SyncConflict(kind: .keptNeeded, entity: owner.kind, record: owner.name))
      try keepOwners(of: owner)
    }
  }

  func acceptDeletion(_ entry: LedgerEntry) throws {
    var entry = entry
    if entry.state == .deleted { return try ledger.remove(entry) }
    // This deletion was already processed, and the record is being created again.
    guard entry.tag != nil || !entry.sent.isEmpty else { return }
    let isOwn = entry.sent.contains { $0.content.fields == entry.content.fields }
    // A record that was sent again after the server lost it also exists on another device.
    let isNew = entry.tag == nil && entry.base == nil
    let isChanged = entry.isPending && !(isNew && isOwn)
    if isChanged, !peer.rules.deletionsWin {
      try keep(&entry, .keptDeleted)
    } else {
      if isChanged {
        conflicts.append(
          SyncConflict(kind: .deletedChanged, entity: entry.kind, record: entry.name))
      }
      entry.isDoomed = true
    }
    entry.sent = []
    try ledger.write(&entry)
  }
}
