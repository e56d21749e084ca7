import RecordStore
import SQLCore
import SyncPort

// Rows as records want them. What a row shows follows from its record and those that this leads to; so it does
// not matter in which order these arrive.

extension ReplicaStep {
  /// Brings the rows of records in line with what these say, and those of others that lead to them.
  func present(_ names: [String]) throws {
    var queue = Set(names)
    var rounds = 0
    while !queue.isEmpty, rounds < 200 {
      rounds += 1
      var next: Set<String> = []
      let all = queue.sorted()
      for start in stride(from: 0, to: all.count, by: 1_000) {
        let part = Array(all[start..<min(start + 1_000, all.count)])
        let presentation = try Presentation(self, part)
        next.formUnion(try presentation.perform())
      }
      queue = next
    }
    try presentOrder()
  }
}

/// One round of bringing rows in line with records.
private final class Presentation {
  private let step: ReplicaStep
  private var entries: [String: LedgerEntry] = [:]
  private let names: [String]
  /// The negative keys of rows that are to be made.
  private var newKeys: [String: Int64] = [:]
  /// Records that are to have no row.
  private var hidden: Set<String> = []
  /// One-to-one relationships that begin or end.
  private var pairs: [Pair] = []

  /// Who wants which unique values.
  private var claims: [UniqueClaim: [String]] = [:]

  private struct UniqueClaim: Hashable {
    let root: String
    let group: [String]
    let values: [String: RecordValue]
  }

  private struct Pair {
    let key: Int64
    let kind: String
    let values: [String: RecordValue]
    var isEnd: Bool { values.values.allSatisfy(\.isNull) }
  }

  private var resolutions: [String: LedgerEntry?] = [:]

  init(_ step: ReplicaStep, _ names: [String]) throws {
    self.step = step
    var entries: [String: LedgerEntry] = [:]
    for name in names {
      guard let entry = try step.ledger.entry(named: name), entry.state == .live else { continue }
      entries[name] = entry
    }
    self.entries = entries
    // New rows come in the order in which they were made: so members mostly stand where they have to.
    self.names = entries.values.sorted {
      let times = ($0.content.marks.born?.time ?? 0, $1.content.marks.born?.time ?? 0)
      return times.0 == times.1 ? $0.name < $1.name : times.0 < times.1
    }.map(\.name)
  }

  /// Changes the rows.
  ///
  /// - Returns: The names of records whose rows may have to change because of that.
  func perform() throws -> Set<String> {
    try choose()
    var changes = RecordChanges(author: Replica.author)
    changes.areForeign = true
    var changed: [String] = []
    try planDeletions(&changes)
    for name in names where !hidden.contains(name) {
      if try plan(name, &changes) { changed.append(name) }
    }
    // Pairs that end come first: what ends one later would end the one that took its place.
    for pair in pairs.filter(\.isEnd) + pairs.filter({ !$0.isEnd }) {
      changes.change(pair.key, of: pair.kind, pair.values)
    }
    guard !changes.isEmpty else { return [] }
    let outcome = try step.writer.save(changes)
    step.presentedCount += changed.count + hidden.count
    return try note(changed, outcome)
  }

  /// Decides which records have rows.
  private func choose() throws {
    var candidates: Set<String> = []
    for name in names {
      guard let entry = entries[name], let shape = step.shapes[entry.kind], !shape.isAbstract,
        entry.content.successor == nil
      else {
        hide(name)
        continue
      }
      candidates.insert(name)
    }
    try noteClaims(of: candidates)
    for (number, name) in candidates.sorted().enumerated() where entries[name]?.place == nil {
      newKeys[name] = -Int64(number) - 1
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for name in candidates.sorted() where try !canBeShown(name) {
        candidates.remove(name)
        hide(name)
        isChanged = true
      }
    }
  }

  private func noteClaims(of names: Set<String>) throws {
    for name in names {
      guard let entry = entries[name], let shape = step.shapes[entry.kind] else { continue }
      for group in shape.uniqueness {
        guard let values = try step.uniqueValues(of: entry, group, shape) else { continue }
        claims[UniqueClaim(root: shape.root, group: group, values: values), default: []].append(
          name)
      }
    }
  }

  private func hide(_ name: String) {
    newKeys[name] = nil
    hidden.insert(name)
  }

  private func canBeShown(_ name: String) throws -> Bool {
    guard let entry = entries[name], let shape = step.shapes[entry.kind] else { return false }
    for field in shape.fields where field.isRequired {
      guard try target(of: entry, field) != nil else { return false }
    }
    if !step.isComplete, entry.place == nil {
      // Nobody sees a member before its owner, who may be on the next page.
      for (field, target) in entry.content.references where shape.field(named: field) != nil {
        guard try resolved(target) != nil else { return false }
      }
    }
    return try !givesWay(entry, shape)
  }

  /// Whether another record has the same unique values and a lesser name; those with greater ones give way.
  private func givesWay(_ entry: LedgerEntry, _ shape: ReplicaShape) throws -> Bool {
    for group in shape.uniqueness {
      guard let values = try step.uniqueValues(of: entry, group, shape) else { continue }
      let claim = UniqueClaim(root: shape.root, group: group, values: values)
      for other in claims[claim] ?? [] where other != entry.name && !hidden.contains(other) {
        if other < entry.name { return true }
        hide(other)
      }
      for key in try step.engine.keys(of: entry.kind, with: values) {
        let place = LedgerEntry.Place(root: shape.root, key: key)
        guard place != entry.place, let other = try step.ledger.entry(at: place),
          entries[other.name] == nil
        else { continue }
        if other.name < entry.name { return true }
        entries[other.name] = other
        hide(other.name)
      }
    }
    return false
  }

  /// The row at the other end of a relationship, as it will be; nil for none.
  private func target(
    of entry: LedgerEntry, _ field: ReplicaShape.Field
  ) throws -> Int64? {
    guard case .reference(let name)? = entry.content.fields[field.name] else { return nil }
    return try key(of: name, for: entry, field)
  }

  /// The key of a record's row, as it will be; nil for none, and for one that belongs to another.
  private func key(
    of name: String, for entry: LedgerEntry, _ field: ReplicaShape.Field
  ) throws -> Int64? {
    guard let target = try resolved(name), !hidden.contains(target.name),
      let relationship = field.relationship,
      let shape = step.shapes[target.kind], shape.root == relationship.destination.root.name,
      fits(shape, relationship)
    else { return nil }
    if field.isExclusive, try !holds(entry, field, name) { return nil }
    return newKeys[target.name] ?? target.place?.key
  }

  private func fits(_ shape: ReplicaShape, _ relationship: RecordRelationship) -> Bool {
    shape.entity === relationship.destination
      || relationship.destination.descendants.contains { $0 === shape.entity }
  }

  private func resolved(_ name: String) throws -> LedgerEntry? {
    if let entry = entries[name], entry.content.successor == nil { return entry }
    if let known = resolutions[name] { return known }
    let entry = try step.resolved(name)
    resolutions[name] = .some(entry)
    return entry
  }

  /// Whether of all records that want the same other end one has it: the one that said so last.
  private func holds(
    _ entry: LedgerEntry, _ field: ReplicaShape.Field, _ target: String
  ) throws -> Bool {
    func rank(_ entry: LedgerEntry) -> (Int64, String, String) {
      let stamp = entry.content.marks.stamp(of: field.name)
      return (stamp?.time ?? 0, stamp?.replica ?? "", entry.name)
    }
    var own = rank(entry)
    // Those of the record that a double gave way to want the same.
    let target = try resolved(target)?.name ?? target
    var rivals = Set(try step.leaders(to: target, by: field.name))
    if field.isReflexive {
      // Neither end can be in another pair.
      rivals.formUnion(try step.leaders(to: entry.name, by: field.name))
      if let other = try resolved(target), other.content.fields[field.name] ?? .null != .null {
        rivals.insert(other.name)
        if case .reference(let back)? = other.content.fields[field.name],
          try resolved(back)?.name == entry.name
        {
          // Both ends tell of the same pair, which is as late as the later one says.
          rivals.remove(other.name)
          if rank(other) > own { own = rank(other) }
        }
      }
    }
    for name in rivals where name != entry.name {
      guard let other = try entries[name] ?? step.ledger.entry(named: name), other.state == .live,
        other.content.successor == nil,
        step.shapes[other.kind]?.field(named: field.name)?.isExclusive ?? false
      else { continue }
      if rank(other) > own { return false }
    }
    return true
  }

  private func planDeletions(_ changes: inout RecordChanges) throws {
    var keys: [String: [Int64]] = [:]
    for name in hidden.sorted() {
      guard let place = entries[name]?.place else { continue }
      keys[place.root, default: []].append(place.key)
    }
    for (root, keys) in keys.sorted(by: { $0.key < $1.key }) { changes.delete(keys, of: root) }
  }

  /// Plans what a row is to get.
  ///
  /// - Returns: Whether it has to be looked at afterwards.
  private func plan(_ name: String, _ changes: inout RecordChanges) throws -> Bool {
    guard let entry = entries[name], let shape = step.shapes[entry.kind] else { return false }
    let shown = entry.shown
    let isNew = entry.place == nil
    guard let key = newKeys[name] ?? entry.place?.key else { return false }
    var values: [String: RecordValue] = [:]
    var isRelated = false
    for field in shape.fields {
      let value = entry.content.fields[field.name] ?? .null
      switch field.content {
      case .attribute(let property):
        guard isNew || shown[field.name] ?? .null != value else { continue }
        if case .file(let file) = value {
          guard let bytes = try step.largeValue(file) else { continue }
          values[field.name] = .data(bytes)
        } else {
          values[field.name] = ReplicaValues.fitting(value, property, of: shape.entity)
        }
      case .toOne:
        let target = try target(of: entry, field)
        guard let wanted = try change(of: field, to: target, entry, shown) else { continue }
        if field.isExclusive, !field.isRequired {
          pairs.append(Pair(key: key, kind: entry.kind, values: [field.name: wanted]))
          isRelated = true
        } else {
          values[field.name] = wanted
          if case .reference(let owner)? = entry.content.fields[field.name] {
            step.ledger.moves.insert(owner, field.name, name)
          }
        }
      case .members(let relationship):
        guard let members = try members(of: entry, field, shown) else { continue }
        changes.relate(key, of: entry.kind, relationship.name, to: members)
        if field.isOrderedByMembers { try step.noteMembers(of: entry, field) }
        isRelated = true
      }
    }
    if isNew {
      var all = values
      for field in shape.fields where all[field.name] == nil {
        guard case .attribute(let property) = field.content else { continue }
        all[field.name] = ReplicaValues.fitting(.null, property, of: shape.entity)
      }
      changes.insert(entry.kind, key: key, all)
      return true
    }
    if !values.isEmpty { changes.change(key, of: entry.kind, values) }
    return !values.isEmpty || isRelated
  }

  /// What a to-one relationship is to be set to; nil to leave it as it is.
  private func change(
    of field: ReplicaShape.Field, to target: Int64?, _ entry: LedgerEntry,
    _ shown: [String: SyncValue]
  ) throws -> RecordValue? {
    var current: Int64?
    if case .reference(let name)? = shown[field.name] {
      current = try resolved(name)?.place?.key ?? -1
      if hidden.contains(name) { current = nil }
    }
    guard current != target else { return nil }
    return target.map(RecordValue.row) ?? .null
  }

  /// The members that a row is to have, in their order; nil to leave them as they are.
  private func members(
    of entry: LedgerEntry, _ field: ReplicaShape.Field, _ shown: [String: SyncValue]
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
    if let place = entry.place {
      current = try step.engine.members(of: place.key, entry.kind, field.name)
    }
    if field.isReflexive {
      // Those that tell it themselves stay.
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

  /// Notes where rows are and what they say now.
  private func note(_ changed: [String], _ outcome: RecordOutcome) throws -> Set<String> {
    var next: Set<String> = []
    for name in hidden.sorted() {
      guard var entry = entries[name], entry.place != nil else { continue }
      (entry.place, entry.seen) = (nil, [:])
      try step.ledger.write(&entry)
      let dependents = try step.dependents(of: name)
      for other in dependents { try forget(name, in: other) }
      next.formUnion(dependents)
    }
    for name in changed {
      guard var entry = entries[name], let new = newKeys[name], let key = outcome.keys[new] else {
        continue
      }
      entry.place = LedgerEntry.Place(root: step.shapes[entry.kind]?.root ?? entry.kind, key: key)
      entry.seen = [:]
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

  /// Takes note that a row lost another one that was deleted.
  ///
  /// The other may get a new row before this one is looked at.
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
    guard var entry = entries[name], let shape = step.shapes[row.entity] else { return }
    entry.seen = try step.fields(of: row, shape, name: name) { try step.ledger.name(at: $0) }
    let shown = entry.shown
    entry.wantsFiles = entry.content.files.contains { shown[$0.field] != .file($0.file) }
    try step.ledger.write(&entry)
    entries[name] = entry
  }
}
