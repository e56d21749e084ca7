import DataSchema
import RecordStore

/// Computes the snapshots that a save writes.
///
/// They are those of the changed models and of all models related to them, each with its side of
/// the relationship, without models deleted by cascade.
///
/// Both sides of a relationship are attributes of snapshots, and a custom store has no delete
/// rules. So this type does what a database does for rows.
struct SnapshotPlanner<Stored: StoredSnapshots> {
  /// A row of the store, with its actual class.
  struct Row: Hashable {
    let binding: EntityBinding
    let key: Int64

    /// - Parameters:
    ///   - binding: The class of the row, or one that it inherits from.
    ///   - key: The key.
    init(binding: EntityBinding, key: Int64) {
      self.key = key
      guard binding.hasSubclasses, let known = binding.identifiers?.identifier(of: key) else {
        self.binding = binding
        return
      }
      self.binding = binding.subclass(named: known.entityName) ?? binding
    }

    var identifier: PersistentIdentifier { binding.identifier(of: key) }
    /// The name of the row in messages.
    var name: String { identifier.rowName }

    static func == (left: Row, right: Row) -> Bool {
      left.key == right.key && left.binding.mapIndex == right.binding.mapIndex
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  /// A change of one side of a relationship.
  struct Edit {
    let relationship: RelationshipBinding
    let other: PersistentIdentifier
    let isRelated: Bool
  }

  let stored: Stored
  /// The deleted rows, and what happens to those related to them.
  let plan: DeletePlan<EntityBinding>
  /// The deleted rows in order, those that the user deleted first.
  let goneRows: [Row]
  var edits: [Row: [Edit]] = [:]
  /// The rows with edits, in the order of their first edits.
  var editedRows: [Row] = []
  /// The new values of new and changed models, by row.
  var said: [Row: [String: SnapshotValue]] = [:]
  var known: [Row: DefaultSnapshot?] = [:]
  var outcome = SaveOutcome()

  init(_ stored: Stored, _ plan: DeletePlan<EntityBinding>) {
    self.stored = stored
    self.plan = plan
    goneRows = plan.rows.flatMap { binding, keys in keys.map { Row(binding: binding, key: $0) } }
    for (binding, keys) in plan.rows {
      outcome.deleted[binding.record.treeIndex, default: []].formUnion(keys)
    }
    outcome.cascaded = plan.cascaded.map { ($0.entity.record, $0.keys) }
  }

  /// Whether a row is deleted, by the user or by a delete rule.
  func isDeleted(_ row: Row) -> Bool {
    plan.deleted[row.binding.mapIndex]?.contains(row.key) ?? false
  }

  // MARK: - Recording changes

  /// Records the new values of some properties of a new or changed model.
  ///
  /// Ignores rows that somebody else has deleted. Relationships lose targets whose rows were
  /// deleted, unless they require a target.
  mutating func say(_ values: [String: SnapshotValue], of row: Row) throws {
    let former = try snapshot(row)
    if row.key > 0, former == nil { return }
    var values = values
    for relationship in row.binding.relationships {
      guard let value = values[relationship.name] else { continue }
      let old = Set(former?.values[relationship.name]?.identifiers ?? [])
      let added = value.identifiers.filter { !old.contains($0) }
      let missing = try relationship.needsTarget ? [] : self.missing(added, relationship, of: row)
      if !missing.isEmpty { values[relationship.name] = value.without(missing) }
      guard let inverse = relationship.inverse else { continue }
      for other in added where !missing.contains(other) {
        edit(other, Edit(relationship: inverse, other: row.identifier, isRelated: true))
      }
      for other in old.subtracting(value.identifiers).sorted() {
        edit(other, Edit(relationship: inverse, other: row.identifier, isRelated: false))
      }
    }
    said[row] = values
  }

  /// The models that were stored and are deleted now, of some related models.
  private mutating func missing(
    _ others: [PersistentIdentifier], _ relationship: RelationshipBinding, of row: Row
  ) throws -> Set<PersistentIdentifier> {
    let destination = relationship.destination
    var missing: Set<PersistentIdentifier> = []
    for other in others where !other.isTemporary {
      let target = Row(binding: destination, key: destination.rowKey(of: other))
      guard try snapshot(target) == nil else { continue }
      missing.insert(other)
      if relationship.isToMany {
        outcome.parted.append((relationship.record, [(row.key, target.key)]))
      } else {
        outcome.nullified.append((relationship.record, [row.key]))
      }
    }
    return missing
  }

  /// Records that a pair was linked or unlinked, if no model's values contain it.
  mutating func say(
    _ member: Row, isRelated: Bool, to source: Row, _ relationship: RelationshipBinding
  ) {
    add(
      Edit(relationship: relationship, other: member.identifier, isRelated: isRelated), to: source)
    guard let inverse = relationship.inverse else { return }
    add(Edit(relationship: inverse, other: source.identifier, isRelated: isRelated), to: member)
  }

  private mutating func edit(_ identifier: PersistentIdentifier, _ edit: Edit) {
    let binding = edit.relationship.owner
    add(edit, to: Row(binding: binding, key: binding.rowKey(of: identifier)))
  }

  mutating func add(_ edit: Edit, to row: Row) {
    if edits[row] == nil { editedRows.append(row) }
    edits[row, default: []].append(edit)
  }

  // MARK: - Stored snapshots

  /// The stored snapshot of a row; nil for none.
  mutating func snapshot(_ row: Row) throws -> DefaultSnapshot? {
    guard row.key > 0 else { return nil }
    if let found = known[row] { return found }
    let found = try stored.snapshots([row.key], of: row.binding)[row.key]
    known[row] = .some(found)
    return found
  }

  /// Fetches the snapshots of several rows at once.
  mutating func prepare(_ rows: [Row]) throws {
    for (binding, rows) in Dictionary(grouping: rows, by: { ObjectIdentifier($0.binding) }).values
      .compactMap({ rows in rows.first.map { ($0.binding, rows) } })
    {
      let missing = rows.filter { $0.key > 0 && known[$0] == nil }
      let found = try stored.snapshots(missing.map(\.key), of: binding)
      for row in missing { known[row] = .some(found[row.key]) }
    }
  }

  // MARK: - Snapshots to write

  /// The snapshot of a new model; nil if it is deleted by cascade.
  mutating func inserted(_ row: Row) throws -> DefaultSnapshot? {
    guard !isDeleted(row), let values = said[row] else { return nil }
    return try edited(DefaultSnapshot(persistentIdentifier: row.identifier, values: values), row)
  }

  /// The snapshots of stored models to write: those of `changed` first, then those with edited
  /// relationships in the order of the edits.
  ///
  /// - Returns: The snapshots, and the indexes in `changed` of rows that no longer exist.
  mutating func updated(
    _ changed: [Row]
  ) throws -> (snapshots: [(row: Row, snapshot: DefaultSnapshot)], missing: Set<Int>) {
    try prepare(editedRows)
    var snapshots: [(row: Row, snapshot: DefaultSnapshot)] = []
    var missing: Set<Int> = []
    var seen: Set<Row> = []
    for (number, row) in changed.enumerated() where !isDeleted(row) {
      seen.insert(row)
      guard let former = try snapshot(row) else {
        missing.insert(number)
        continue
      }
      let values = former.values.merging(said[row] ?? [:]) { $1 }
      let new = DefaultSnapshot(persistentIdentifier: row.identifier, values: values)
      snapshots.append((row, try edited(new, row)))
    }
    for row in editedRows where row.key > 0 && !isDeleted(row) && seen.insert(row).inserted {
      guard let former = try snapshot(row) else { continue }
      let new = try edited(former, row)
      let names = Set((edits[row] ?? []).map(\.relationship.name))
      let isSame = names.allSatisfy { name in
        former.values[name].map { new.values[name]?.isSame(as: $0) ?? false } ?? false
      }
      if !isSame { snapshots.append((row, new)) }
    }
    return (snapshots, missing)
  }

  /// The stored snapshots of the deleted rows.
  mutating func deleted() throws -> [(row: Row, snapshot: DefaultSnapshot)] {
    try prepare(goneRows)
    return try goneRows.compactMap { row in try snapshot(row).map { (row, $0) } }
  }

  /// A snapshot with its relationships' edits applied.
  private func edited(_ snapshot: DefaultSnapshot, _ row: Row) throws -> DefaultSnapshot {
    var values = snapshot.values
    for edit in edits[row] ?? [] {
      let name = edit.relationship.name
      var others = values[name]?.identifiers ?? []
      if edit.isRelated {
        if !edit.relationship.isToMany { others = [] }
        if !others.contains(edit.other) { others.append(edit.other) }
      } else {
        others.removeAll { $0 == edit.other }
      }
      values[name] =
        edit.relationship.isToMany ? .members(others) : others.first.map { .target($0) } ?? .null
    }
    return DefaultSnapshot(persistentIdentifier: snapshot.persistentIdentifier, values: values)
  }
}
