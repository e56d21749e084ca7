import DataSchema
import RecordStore

/// Works out the snapshots that a save writes: those of what changed, and of everything that is related to
/// it, each with its side of the relationship; without what delete rules take along.
///
/// Both sides of a relationship are attributes of snapshots, and a store of snapshots has no rules of its
/// own: so what a database does for rows is done here.
struct SnapshotPlanner<Stored: StoredSnapshots> {
  /// A row of the store, whichever entity of a tree it is of.
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
    /// What messages call the row.
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
  /// The rows that no longer are.
  private(set) var gone: Set<Row> = []
  /// The same in their order, those that the user deleted first.
  var goneRows: [Row] = []
  var edits: [Row: [Edit]] = [:]
  /// The rows that get edits, in the order of the first.
  var editedRows: [Row] = []
  /// What new and changed models say of themselves, by row.
  var said: [Row: [String: SnapshotValue]] = [:]
  var known: [Row: DefaultSnapshot?] = [:]
  var outcome = SaveOutcome()

  init(_ stored: Stored) { self.stored = stored }

  // MARK: - What is told

  /// Takes a row that is deleted, by the user or by a rule.
  mutating func delete(_ row: Row, byRule: Bool) {
    guard gone.insert(row).inserted else { return }
    goneRows.append(row)
    let tree = row.binding.record.treeIndex
    outcome.deleted[tree, default: []].insert(row.key)
    guard byRule else { return }
    if let last = outcome.cascaded.last, last.entity === row.binding.record {
      outcome.cascaded[outcome.cascaded.count - 1].keys.append(row.key)
    } else {
      outcome.cascaded.append((row.binding.record, [row.key]))
    }
  }

  /// Takes what a new or changed model says of some of its properties.
  ///
  /// Of a row that somebody else has deleted nothing is taken, and whom a relationship leads to without
  /// there being a row any more is nobody.
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

  /// Those of some models that have been stored and are no more.
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

  /// Takes a pair of which no model says anything.
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

  // MARK: - What follows

  /// The snapshot that the store has of a row; nil for none.
  mutating func snapshot(_ row: Row) throws -> DefaultSnapshot? {
    guard row.key > 0 else { return nil }
    if let found = known[row] { return found }
    let found = try stored.snapshots([row.key], of: row.binding)[row.key]
    known[row] = .some(found)
    return found
  }

  /// Asks for the snapshots of several rows at once.
  mutating func prepare(_ rows: [Row]) throws {
    for (binding, rows) in Dictionary(grouping: rows, by: { ObjectIdentifier($0.binding) }).values
      .compactMap({ rows in rows.first.map { ($0.binding, rows) } })
    {
      let missing = rows.filter { $0.key > 0 && known[$0] == nil }
      let found = try stored.snapshots(missing.map(\.key), of: binding)
      for row in missing { known[row] = .some(found[row.key]) }
    }
  }

  // MARK: - What is written

  /// The snapshot of a new model; nil where a delete rule takes it along.
  mutating func inserted(_ row: Row) throws -> DefaultSnapshot? {
    guard !gone.contains(row), let values = said[row] else { return nil }
    return try edited(DefaultSnapshot(persistentIdentifier: row.identifier, values: values), row)
  }

  /// The snapshots of stored models that are to be written, in the order in which they came to it: those
  /// that `changed` has first.
  ///
  /// - Returns: The snapshots, and which of `changed` have no row any more.
  mutating func updated(
    _ changed: [Row]
  ) throws -> (snapshots: [(row: Row, snapshot: DefaultSnapshot)], missing: Set<Int>) {
    try prepare(editedRows)
    var snapshots: [(row: Row, snapshot: DefaultSnapshot)] = []
    var missing: Set<Int> = []
    var seen: Set<Row> = []
    for (number, row) in changed.enumerated() where !gone.contains(row) {
      seen.insert(row)
      guard let former = try snapshot(row) else {
        missing.insert(number)
        continue
      }
      let values = former.values.merging(said[row] ?? [:]) { $1 }
      let new = DefaultSnapshot(persistentIdentifier: row.identifier, values: values)
      snapshots.append((row, try edited(new, row)))
    }
    for row in editedRows where row.key > 0 && !gone.contains(row) && seen.insert(row).inserted {
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

  /// The snapshots of what is deleted, as the store has them.
  mutating func deleted() throws -> [(row: Row, snapshot: DefaultSnapshot)] {
    try prepare(goneRows)
    return try goneRows.compactMap { row in try snapshot(row).map { (row, $0) } }
  }

  /// A snapshot with the edits of its relationships, and without those that are gone.
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
