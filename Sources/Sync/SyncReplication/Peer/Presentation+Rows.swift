import RecordStore
import SyncPort

// Changes of rows, and what the ledger records of the rows afterwards.

extension Presentation {
  func planDeletions(_ changes: inout RecordChanges) throws {
    var keys: [String: [Int64]] = [:]
    for name in hidden.sorted() {
      guard let place = entries[name]?.place else { continue }
      keys[place.root, default: []].append(place.key)
    }
    for (root, keys) in keys.sorted(by: { $0.key < $1.key }) {
      changes.delete(keys, of: step.names.entity(ofKind: root))
    }
  }

  /// Plans the changes of a row.
  ///
  /// - Returns: Whether the row must be read afterwards.
  func plan(_ name: String, _ changes: inout RecordChanges) throws -> Bool {
    guard let entry = entries[name], let shape = step.shapes[entry.kind] else { return false }
    let shown = entry.shown
    let isNew = entry.place == nil
    guard let key = newKeys[name] ?? entry.place?.key else { return false }
    var values: [String: RecordValue] = [:]
    var isRelated = false
    for field in shape.fields {
      let value = entry.content.fields[field.name] ?? .null
      switch field.content {
      case .attribute:
        guard isNew || shown[field.name] ?? .null != value else { continue }
        if case .file(let file) = value {
          guard let bytes = try step.largeValue(file) else { continue }
          let value = PeerValues.fitting(.data(bytes), field, of: shape.entity, in: name)
          let check = step.peer.rules.checks[shape.entity.name]?[field.property]
          // A row keeps its value if the new one cannot be read.
          if check?(value) == nil { values[field.property] = value }
        } else {
          values[field.property] = PeerValues.fitting(
            value, field, of: shape.entity, in: name)
        }
      case .toOne:
        let target = try target(of: entry, field) ?? partner(of: entry, field)
        // The former target is deleted, which clears the relationship.
        if case .reference(let former)? = shown[field.name], isGone(former) { isRelated = true }
        guard let wanted = try change(of: field, to: target, entry, shown) else { continue }
        if field.isExclusive, !field.isRequired {
          pairs.append(
            Pair(key: key, entity: shape.entity.name, values: [field.property: wanted]))
          isRelated = true
        } else {
          values[field.property] = wanted
          if case .reference(let owner)? = entry.content.fields[field.name] {
            step.ledger.moves.insert(owner, field.name, name)
          }
        }
      case .members(let relationship):
        guard let members = try members(of: entry, field, shown) else { continue }
        changes.relate(key, of: shape.entity.name, relationship.name, to: members)
        if field.isOrderedByMembers { try step.noteMembers(of: entry, field) }
        isRelated = true
      }
    }
    if isNew {
      var all = values
      for field in shape.fields where all[field.property] == nil {
        guard case .attribute = field.content else { continue }
        all[field.property] = PeerValues.fitting(.null, field, of: shape.entity, in: name)
      }
      changes.insert(shape.entity.name, key: key, all)
      return true
    }
    if !values.isEmpty { changes.change(key, of: shape.entity.name, values) }
    return !values.isEmpty || isRelated
  }

  /// Returns the new value of a to-one relationship; nil to leave it unchanged.
  private func change(
    of field: PeerShape.Field, to target: Int64?, _ entry: LedgerEntry,
    _ shown: [String: SyncValue]
  ) throws -> RecordValue? {
    var current: Int64?
    if case .reference(let name)? = shown[field.name] {
      current = isGone(name) ? nil : try resolved(name)?.place?.key ?? -1
    }
    guard current != target else { return nil }
    return target.map(RecordValue.row) ?? .null
  }

  /// Returns the new members of a row in order; nil to leave them unchanged.
  private func members(
    of entry: LedgerEntry, _ field: PeerShape.Field, _ shown: [String: SyncValue]
  ) throws -> [Int64]? {
    var names: [String] = []
    if case .list(let values)? = entry.content.fields[field.name] {
      names = values.compactMap { if case .reference(let name) = $0 { name } else { nil } }
    }
    var keys: [Int64] = []
    var known: Set<Int64> = []
    for name in names {
      if let key = try key(of: name, for: entry, field), known.insert(key).inserted {
        keys.append(key)
      }
    }
    var current: [Int64] = []
    if let place = entry.place, let relationship = field.relationship {
      current = try step.members(of: place.key, relationship)
    }
    if field.isReflexive {
      // Members whose own records store the link stay.
      for name in try step.leaders(to: entry.name, by: field.name) where !hidden.contains(name) {
        guard let other = try entries[name] ?? step.ledger.entry(named: name),
          other.state == .live, other.content.successor == nil,
          let key = newKeys[name] ?? other.place?.key, known.insert(key).inserted
        else { continue }
        keys.append(key)
      }
      if Set(keys) == Set(current) { return nil }
    }
    return keys == current ? nil : keys
  }

  /// Whether the former row of a record was deleted or will be.
  private func isGone(_ name: String) -> Bool {
    hidden.contains(name) || step.gone.contains(name)
  }

  /// Stores the locations and current contents of rows in the ledger.
  func note(_ changed: [String], _ outcome: RecordOutcome?) throws -> Set<String> {
    var next: Set<String> = []
    for name in hidden.sorted() {
      guard var entry = entries[name], entry.place != nil else { continue }
      step.gone.insert(name)
      (entry.place, entry.seen) = (nil, [:])
      try step.ledger.write(&entry)
      let dependents = try step.dependents(of: name)
      for other in dependents { try forget(name, in: other) }
      next.formUnion(dependents)
      // The row of the former entity is deleted; the next round inserts one of the current entity.
      if step.replaced.remove(name) != nil { next.insert(name) }
    }
    for name in changed {
      guard var entry = entries[name], let new = newKeys[name], let key = outcome?.keys[new]
      else {
        continue
      }
      entry.place = LedgerEntry.Place(root: step.shapes[entry.kind]?.root ?? entry.kind, key: key)
      entry.seen = [:]
      step.gone.remove(name)
      try step.ledger.write(&entry)
      entries[name] = entry
      next.formUnion(try step.dependents(of: name))
    }
    let placed = changed.compactMap { name in entries[name]?.place.map { ($0, name) } }
    for (root, places) in Dictionary(grouping: placed, by: \.0.root) {
      let rows = try step.rows(places.map(\.0.key), root)
      for (place, name) in places {
        guard let row = rows[place.key] else { continue }
        try look(at: row, name)
      }
    }
    return next
  }

  /// Removes a deleted record from the last known values of a row that referenced it.
  ///
  /// The other record may get a new row before this row is read again.
  private func forget(_ name: String, in other: String) throws {
    guard var entry = try step.ledger.entry(named: other), entry.place != nil else { return }
    var shown = entry.shown
    for (field, value) in shown {
      switch value {
      case .reference(name): shown[field] = nil
      case .list(let members) where members.contains(.reference(name)):
        shown[field] = .list(members.filter { $0 != .reference(name) })
      default: break
      }
    }
    guard shown != entry.shown else { return }
    entry.seen = shown
    try step.ledger.write(&entry)
    if entries[other] != nil { entries[other] = entry }
  }

  private func look(at row: Record, _ name: String) throws {
    guard var entry = entries[name], let shape = step.shape(of: row) else { return }
    entry.seen = try step.fields(of: row, shape, name: name) { try step.ledger.name(at: $0) }
    let shown = entry.shown
    entry.wantsFiles = entry.content.files.contains { shown[$0.field] != .file($0.file) }
    try step.ledger.write(&entry)
    entries[name] = entry
  }
}
