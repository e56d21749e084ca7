import DataSchema
import RecordStore

/// The changes of a context in one store, as a save writes them.
struct SaveChanges {
  var author: String?
  var inserted: [PendingChanges.Entry] = []
  /// What happens if existing rows have their unique values.
  var insertions = SavePlan.Insertions()
  /// The changed instances whose rows are written.
  var changed: [PendingChanges.Entry] = []
  var deleted: [PendingChanges.Entry] = []
  var deletedKeys: [PendingChanges.KeyDeletion] = []
  /// The pending links between models that have keys.
  var links: [PendingLinks.Entry] = []
}

extension PendingSave: SaveSource {
  func plan(for records: RecordSession) throws -> SavePlan {
    written = try collect(for: records)
    var planner = RowPlanner(written, records)
    let plan = try planner.plan()
    rounded = planner.rounded
    return plan
  }

  /// Collects the changes, after reading what the plan needs.
  ///
  /// Changes that others saved meanwhile are applied to the context first.
  private func collect(for records: RecordSession) throws -> SaveChanges {
    context.registry.applyExternalChanges(session)
    // Known only now: applying the changes finds out whether others have written.
    if records.mayConflict { try readStaleMembers() }
    try resolveConflicts()
    // Their values must stay readable after their rows are deleted. By index: a debug build
    // allocates memory for each element that it iterates over.
    for index in deleted.indices where deleted[index].state.isMarked(.partial) {
      let entry = deleted[index]
      try session.load(entry.model, entry.state.pointee.key, entry.binding)
    }
    var changes = SaveChanges(author: context.author, inserted: inserted, deleted: deleted)
    changes.changed =
      changed.indices.contains { changed[$0].state.pointee.changes == 0 }
      ? changed.filter { $0.state.pointee.changes != 0 } : changed
    if records.hasOtherWriters { changes.changed.sort(by: Self.isBefore) }
    changes.deletedKeys = deletedKeys
    changes.insertions = context.insertions(of: inserted)
    guard !context.links.isEmpty else { return changes }
    changes.links = context.links.entries.filter { entry in
      entry.relationship.owner.store === session.store
        && Self.key(of: entry.source, entry.relationship.owner) != nil
        && Self.key(of: entry.member, entry.relationship.destination) != nil
    }
    return changes
  }

  /// The order in which rows are changed: by table, and then by the properties that one statement
  /// changes in many rows.
  private static func isBefore(
    _ first: PendingChanges.Entry, _ second: PendingChanges.Entry
  ) -> Bool {
    let tree = (first.binding.record.treeIndex, second.binding.record.treeIndex)
    guard tree.0 == tree.1 else { return tree.0 < tree.1 }
    let changes = (first.state.pointee.changes, second.state.pointee.changes)
    guard changes.0 == changes.1 else { return changes.0 < changes.1 }
    return first.state.pointee.key < second.state.pointee.key
  }

  /// The key of an instance in a plan; nil if it has none.
  static func key(of object: AnyObject, _ binding: EntityBinding) -> Int64? {
    guard let key = binding.state(of: object)?.pointee.key, key != 0 else { return nil }
    return key
  }
}

/// Plans the rows of a save from its changes; reads no store, and calls no context.
private struct RowPlanner {
  let changes: SaveChanges
  let records: RecordSession
  /// Instances with values that the store may round or narrow, and these properties.
  private(set) var rounded: [(entry: PendingChanges.Entry, properties: PropertyMask)] = []

  /// The entities of the inserted and changed instances, each once.
  private let bindings: [EntityBinding]

  init(_ changes: SaveChanges, _ records: RecordSession) {
    (self.changes, self.records) = (changes, records)
    var bindings: [EntityBinding] = []
    for entries in [changes.inserted, changes.changed] {
      for entry in entries where bindings.last !== entry.binding {
        if !bindings.contains(where: { $0 === entry.binding }) { bindings.append(entry.binding) }
      }
    }
    self.bindings = bindings
  }

  mutating func plan() throws -> SavePlan {
    var plan = SavePlan()
    plan.author = changes.author
    plan.inserted = try insertedRows()
    plan.insertions = changes.insertions
    plan.changed = try changedRows()
    plan.deleted = deletions()
    plan.links = links()
    plan.members = memberLists()
    plan.counted = countedMembers()
    return plan
  }

  private mutating func insertedRows() throws -> [RowBatch] {
    var batches: [RowBatch] = []
    var binder: _RowBinder?
    // By index, as above.
    let entries = changes.inserted
    for number in entries.indices {
      let entry = entries[number]
      if binder == nil || binder?.binding !== entry.binding || batches[batches.count - 1].isFull {
        let statements = entry.binding.statements
        let batch = RowBatch(
          entry.binding.record, .all, statements.valueColumns, width: statements.valueCount,
          firstRow: number, expected: entries.count - number)
        batches.append(batch)
        binder = _RowBinder(batch, entry.binding)
      }
      try binder?.add(entry)
    }
    recordRounded(batches, entries)
    return batches
  }

  private mutating func recordRounded(_ batches: [RowBatch], _ entries: [PendingChanges.Entry]) {
    for batch in batches {
      rounded += batch.rounded.map { (entries[batch.firstRow + $0.row], $0.properties) }
    }
  }

  private mutating func changedRows() throws -> [RowBatch] {
    var batches: [RowBatch] = []
    var binder: _RowBinder?
    let entries = changes.changed
    for number in entries.indices {
      let entry = entries[number]
      if binder?.takes(entry) != true {
        let properties = entry.state.changedProperties
        let update = records.updatePlan(entry.binding.record, properties)
        let batch = RowBatch(
          entry.binding.record, properties, update.parameters, width: update.key - 1,
          firstRow: number, expected: entries.count - number)
        batches.append(batch)
        binder = _RowBinder(batch, entry.binding)
      }
      try binder?.add(entry)
    }
    recordRounded(batches, entries)
    return batches
  }

  private func deletions() -> [SavePlan.RowDeletion] {
    var deletions: [SavePlan.RowDeletion] = []
    let deleted = changes.deleted
    var start = 0
    while start < deleted.count {
      let binding = deleted[start].binding
      let end = deleted[start...].firstIndex { $0.binding !== binding } ?? deleted.count
      let entries = deleted[start..<end]
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
      + changes.deletedKeys.map {
        SavePlan.RowDeletion(entity: $0.binding.record, keys: $0.keys.values)
      }
  }

  private func links() -> [SavePlan.LinkChange] {
    changes.links.map { entry in
      let relationship = entry.relationship
      return .init(
        relationship: relationship.record,
        source: PendingSave.key(of: entry.source, relationship.owner) ?? 0,
        member: PendingSave.key(of: entry.member, relationship.destination) ?? 0,
        isRelated: entry.isRelated)
    }
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
    members.compactMap { PendingSave.key(of: $0, relationship.destination) }
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
    bindings.contains { $0.relationships.contains(where: isConcerned) }
      ? changes.inserted + changes.changed : []
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
