import DataSchema
import RecordStore

// The changes of a context as values.

extension PendingSave {
  /// The changes that the store is to write.
  ///
  /// Changes that others saved meanwhile are applied to the context first.
  ///
  /// - Throws: `SwiftDataError` for a value that has no stored form, and errors of reading.
  func plan(for records: RecordSession) throws -> SavePlan {
    context.registry.applyExternalChanges(session)
    if records.mayConflict { try readStaleMembers() }
    writtenChanges = []
    writtenLinks = []
    rounded = []
    var plan = SavePlan()
    plan.author = context.author
    plan.inserted = try insertedRows()
    plan.changed = try changedRows(records)
    plan.deleted = try deletions()
    plan.links = links()
    plan.members = memberLists()
    plan.counted = countedMembers()
    return plan
  }

  private func insertedRows() throws -> [RowBatch] {
    var batches: [RowBatch] = []
    var binder: _RowBinder?
    // By index: a debug build allocates memory for each element that it iterates over.
    for number in inserted.indices {
      let entry = inserted[number]
      if binder == nil || binder?.binding !== entry.binding || batches[batches.count - 1].isFull {
        let statements = entry.binding.statements
        let batch = RowBatch(
          entry.binding.record, .all, statements.valueColumns, width: statements.valueCount,
          firstRow: number, expected: inserted.count - number)
        batches.append(batch)
        binder = _RowBinder(batch, entry.binding)
      }
      try binder?.add(entry)
    }
    noteRounded(batches, inserted)
    return batches
  }

  private func noteRounded(_ batches: [RowBatch], _ entries: [PendingChanges.Entry]) {
    for batch in batches {
      rounded += batch.rounded.map { (entries[batch.firstRow + $0.row], $0.properties) }
    }
  }

  private func changedRows(_ records: RecordSession) throws -> [RowBatch] {
    var batches: [RowBatch] = []
    var binder: _RowBinder?
    let entries =
      changed.indices.contains { changed[$0].state.pointee.changes == 0 }
      ? changed.filter { $0.state.pointee.changes != 0 } : changed
    writtenChanges = entries
    for number in entries.indices {
      let entry = entries[number]
      if binder?.takes(entry) != true {
        let changes = entry.state.changedProperties
        let update = records.updatePlan(entry.binding.record, changes)
        let batch = RowBatch(
          entry.binding.record, changes, update.parameters, width: update.key - 1,
          firstRow: number, expected: entries.count - number)
        batches.append(batch)
        binder = _RowBinder(batch, entry.binding)
      }
      try binder?.add(entry)
    }
    noteRounded(batches, entries)
    return batches
  }

  private func deletions() throws -> [SavePlan.RowDeletion] {
    var deletions: [SavePlan.RowDeletion] = []
    var start = 0
    while start < deleted.count {
      let binding = deleted[start].binding
      let end = deleted[start...].firstIndex { $0.binding !== binding } ?? deleted.count
      let entries = deleted[start..<end]
      // Their values must stay readable after their rows are deleted.
      for index in start..<end where deleted[index].state.isMarked(.partial) {
        try session.load(deleted[index].model, deleted[index].state.pointee.key, binding)
      }
      var deletion = SavePlan.RowDeletion(
        entity: binding.record, keys: entries.map { $0.state.pointee.key }.sorted())
      for relationship in binding.relationships
      where !relationship.isToMany && [.cascade, .deny].contains(relationship.deleteRule) {
        for entry in entries where entry.state.hasChanged(relationship.index) {
          deletion.changedTargets[relationship.record.number, default: [:]][
            entry.state.pointee.key] = relationship.link(of: entry.model).key
        }
      }
      deletions.append(deletion)
      start = end
    }
    return deletions
      + deletedKeys.map { SavePlan.RowDeletion(entity: $0.binding.record, keys: $0.keys.values) }
  }

  private func links() -> [SavePlan.LinkChange] {
    guard !context.links.isEmpty else { return [] }
    var links: [SavePlan.LinkChange] = []
    for entry in context.links.entries where entry.relationship.owner.store === session.store {
      let relationship = entry.relationship
      guard let source = Self.key(of: entry.source, relationship.owner),
        let member = Self.key(of: entry.member, relationship.destination)
      else { continue }
      writtenLinks.append(entry)
      links.append(
        .init(
          relationship: relationship.record, source: source, member: member,
          isRelated: entry.isRelated))
    }
    return links
  }

  private func memberLists() -> [SavePlan.MemberList] {
    var lists: [SavePlan.MemberList] = []
    for entry in entriesWritten(where: \.isToMany) {
      let isNew = entry.state.isMarked(.inserted)
      for relationship in entry.binding.relationships where relationship.isToMany {
        guard isNew || entry.state.hasChanged(relationship.index),
          let models = relationship.link(of: entry.model).models
        else { continue }
        // The single member of a new owner needs no order. If the owner has unique values, it may
        // replace a row, and the history asks for its members.
        if isNew, models.count < (entry.binding.uniqueness.isEmpty ? 2 : 1) { continue }
        let members = Self.keys(of: models, relationship)
        lists.append(
          .init(
            relationship: relationship.record, owner: entry.state.pointee.key, members: members,
            base: isNew ? .unknown : Self.base(of: entry, relationship, models, members.count)))
      }
    }
    return lists
  }

  private static func keys(
    of members: [AnyObject], _ relationship: RelationshipBinding
  ) -> [Int64] {
    members.compactMap { key(of: $0, relationship.destination) }
  }

  /// The order of the members before they were changed, as far as it is known.
  private static func base(
    of entry: PendingChanges.Entry, _ relationship: RelationshipBinding, _ models: [AnyObject],
    _ count: Int
  ) -> SavePlan.MemberList.Base {
    guard let known = entry.state.pointee.extra?.changedMembers(of: relationship.index) else {
      return .unknown
    }
    if count == models.count, let first = known.storedCount(of: models) { return .first(first) }
    return known.storedMembers.map { .members(keys(of: $0, relationship)) } ?? .unknown
  }

  private func countedMembers() -> [SavePlan.CountedMembers] {
    var counted: [SavePlan.CountedMembers] = []
    for entry in entriesWritten(where: \.record.hasBounds) {
      let isNew = entry.state.isMarked(.inserted)
      for relationship in entry.binding.relationships
      where relationship.record.hasBounds && (isNew || entry.state.hasChanged(relationship.index)) {
        counted.append(.init(relationship: relationship.record, owner: entry.state.pointee.key))
      }
    }
    return counted
  }

  /// The inserted and changed instances if they have such relationships; otherwise none.
  private func entriesWritten(
    where isConcerned: (RelationshipBinding) -> Bool
  ) -> [PendingChanges.Entry] {
    writtenBindings.contains { $0.relationships.contains(where: isConcerned) }
      ? inserted + changed : []
  }

  /// The key of an instance in a plan; nil if it has none.
  static func key(of object: AnyObject, _ binding: EntityBinding) -> Int64? {
    guard let key = binding.state(of: object)?.pointee.key, key != 0 else { return nil }
    return key
  }
}

extension _RowBinder {
  /// Whether the row of a changed instance fits into the batch.
  fileprivate func takes(_ entry: PendingChanges.Entry) -> Bool {
    guard binding === entry.binding, !batch.isFull else { return false }
    let word = entry.state.pointee.changes
    guard word == batch.properties.word else { return false }
    // The word covers all properties except those after the first 63.
    return word >> 63 == 0 || batch.properties == entry.state.changedProperties
  }

  /// Adds the row of an instance to the batch.
  fileprivate func add(_ entry: PendingChanges.Entry) throws {
    batch.beginRow(entry.state.pointee.key)
    isStored = !entry.state.isMarked(.inserted)
    binding.bind(entry.model, self)
    if let failure { throw failure }
  }
}
