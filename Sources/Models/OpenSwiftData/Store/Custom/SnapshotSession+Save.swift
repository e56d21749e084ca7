import RecordStore

extension SnapshotSession {
  func save(
    _ changes: some SaveSource, before others: () throws -> Void
  ) throws -> SaveOutcome {
    guard let changes = changes as? PendingSave else {
      throw DataStoreError.unsupportedFeature
    }
    // The save writes whole snapshots, so nobody else may write between reading the stored ones and
    // saving.
    return try asking { base in
      let plan = try changes.snapshots(beside: self)
      try others()
      let request = DataStoreSaveChangesRequest<Base.Snapshot>(
        inserted: try plan.inserted.map { try $0.made() },
        updated: try plan.updated.map { try $0.made() },
        deleted: try plan.deleted.map { try $0.made() }, editingState: plan.editingState)
      return try outcome(of: plan, base.save(request))
    }
  }

  func transaction(_ isolation: StoreIsolation, _ body: () throws -> Void) throws {
    throw SwiftDataError.unsupportedTransaction.explained(
      "The custom store cannot read and write as one: a DataStore is only asked to save.",
      path: store.path,
      advice: "Keep models that need such transactions in a store of a ModelConfiguration.")
  }

  /// The outcome of the store's save, in the form that contexts need.
  private func outcome(
    of plan: SnapshotPlan, _ result: DataStoreSaveChangesResult<Base.Snapshot>
  ) throws -> SaveOutcome {
    noteOwnWriting()
    var outcome = plan.outcome
    outcome.historyToken = result.historyToken
    let permanent = result.remappedIdentifiers
    // New models that were saved to an existing row: the context may have instances of it already.
    var upserted: Set<Int64> = []
    for item in plan.inserted {
      let temporary = item.snapshot.persistentIdentifier
      guard let identifier = permanent[temporary], !identifier.isTemporary else {
        throw SwiftDataError.modelValidationFailure.explained(
          "The store saved a new model without giving it a permanent identifier.",
          entity: item.binding.name,
          advice: "Have the store's save(_:) return one for each new model in remappedIdentifiers.")
      }
      if identifiers.knows(identifier) { upserted.insert(item.key) }
      outcome.newKeys[item.key] = identifiers.key(of: identifier)
    }
    for (number, key) in plan.insertedKeys.enumerated() {
      if upserted.contains(key) { outcome.upserted.insert(number) }
      // Models deleted by cascade were never written; they get a key that no row has.
      let new = outcome.newKeys[key] ?? identifiers.nobodysKey()
      outcome.newKeys[key] = new
      outcome.keys.append(new)
    }
    outcome.rename(outcome.newKeys)
    for item in plan.inserted + plan.updated {
      let identifier = item.snapshot.persistentIdentifier
      known[outcome.newKeys[item.key] ?? item.key] = item.snapshot.copy(
        persistentIdentifier: permanent[identifier] ?? identifier, remappedIdentifiers: permanent)
    }
    for item in plan.deleted { known[item.key] = nil }
    for (identifier, snapshot) in result.snapshotsToReregister {
      let key = identifiers.key(of: identifier)
      known[key] = try DefaultSnapshot(of: snapshot)
      outcome.rewritten.append((identifier.entityName, key))
    }
    return outcome
  }

  private func noteOwnWriting() {
    forgetOldVersion()
    hasForeignValues = false
    mayConflict = false
    base.noteWriting()
    seenVersion += 1
  }
}

extension SnapshotPlan.Item {
  /// The snapshot as one of the store's own type.
  fileprivate func made<Snapshot: DataStoreSnapshot>() throws -> Snapshot {
    for case .unreadable(let error) in snapshot.values.values { throw error }
    if let snapshot = snapshot as? Snapshot { return snapshot }
    var related: [PersistentIdentifier: any BackingData] = [:]
    return Snapshot(
      from: DefaultSnapshot.backingData(of: model()), relatedBackingDatas: &related
    ).copy(persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: nil)
  }
}
