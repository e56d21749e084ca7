import RecordStore

extension PendingSave {
  /// The changes of the context as snapshots.
  ///
  /// Called before anything is written. Changes that others saved meanwhile are applied to the
  /// context first.
  ///
  /// - Parameter stored: The snapshots in the store.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError.modelValidationFailure` if a delete rule denies a deletion; errors
  ///   of reading.
  func snapshots(beside stored: some StoredSnapshots) throws -> SnapshotPlan {
    try context.checkUpserts(of: inserted)
    context.registry.applyExternalChanges(session)
    if stored.mayConflict { try readStaleMembers() }
    try resolveConflicts()
    let plan = try PendingCascades(of: context, in: session.store).plan
    var planner = SnapshotPlanner(stored, plan)
    for (binding, keys) in plan.cascaded { try loadValues(keys, binding) }
    written = SaveChanges(inserted: inserted, changed: changed, deleted: deleted)
    try planner.prepare((changed + deleted).map { .init($0) })
    for entry in inserted + changed + deleted {
      try planner.say(values(of: entry), of: .init(entry))
    }
    for entry in context.links.entries where entry.relationship.owner.store === session.store {
      let relationship = entry.relationship
      guard let source = Self.key(of: entry.source, relationship.owner),
        let member = Self.key(of: entry.member, relationship.destination)
      else { continue }
      planner.say(
        .init(binding: relationship.destination.actual(entry.member), key: member),
        isRelated: entry.isRelated,
        to: .init(binding: relationship.owner.actual(entry.source), key: source), relationship)
    }
    try context.throwDeferredFailure()
    try planner.applyRules()
    try planner.applyOneSidedRules()
    return try self.plan(&planner)
  }

  private func plan<Stored>(_ planner: inout SnapshotPlanner<Stored>) throws -> SnapshotPlan {
    var plan = SnapshotPlan()
    plan.editingState = context.editingState
    var written: [(row: SnapshotPlanner<Stored>.Row, snapshot: DefaultSnapshot)] = []
    for entry in inserted {
      let row = SnapshotPlanner<Stored>.Row(entry)
      plan.insertedKeys.append(row.key)
      guard let snapshot = try planner.inserted(row) else { continue }
      written.append((row, snapshot))
      plan.inserted.append(item(snapshot, row.key, row.binding))
    }
    let updated = try planner.updated(changed.map { .init($0) })
    try planner.check(written + updated.snapshots)
    plan.updated = updated.snapshots.map { item($0.snapshot, $0.row.key, $0.row.binding) }
    plan.deleted = try planner.deleted().map { item($0.snapshot, $0.row.key, $0.row.binding) }
    plan.outcome = planner.outcome
    plan.outcome.missing = updated.missing
    return plan
  }

  private func item(
    _ snapshot: DefaultSnapshot, _ key: Int64, _ binding: EntityBinding
  ) -> SnapshotPlan.Item {
    SnapshotPlan.Item(key: key, binding: binding, snapshot: snapshot) { [context] in
      binding.model(context.instanceOrFault(key, of: binding))
    }
  }

  /// The values of an instance that differ from the store: all of a new one, otherwise the changed
  /// ones.
  private func values(of entry: PendingChanges.Entry) -> [String: SnapshotValue] {
    let names = entry.binding.properties.indices.filter {
      entry.state.isMarked(.inserted) || entry.state.hasChanged($0)
    }.map { entry.binding.properties[$0].name }
    return names.isEmpty ? [:] : DefaultSnapshot.values(of: entry.model, named: Set(names))
  }
}

extension SnapshotPlanner.Row {
  /// The row of an instance.
  fileprivate init(_ entry: PendingChanges.Entry) {
    self.init(binding: entry.binding, key: entry.state.pointee.key)
  }
}
