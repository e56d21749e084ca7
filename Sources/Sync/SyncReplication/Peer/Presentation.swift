import RecordStore
import SyncPort

/// One round of updating rows to match their records.
final class Presentation {
  let step: PeerStep
  var entries: [String: LedgerEntry] = [:]
  private let names: [String]
  /// The temporary negative keys of rows to insert.
  var newKeys: [String: Int64] = [:]
  /// Records that must not have a row.
  var hidden: Set<String> = []
  /// One-to-one relationships to set or clear.
  var pairs: [Pair] = []

  /// The records that claim unique values.
  private var claims: [UniqueClaim: [String]] = [:]

  private struct UniqueClaim: Hashable {
    let root: String
    let group: [String]
    let values: [String: RecordValue]
  }

  struct Pair {
    let key: Int64
    let entity: String
    let values: [String: RecordValue]
    var isEnd: Bool { values.values.allSatisfy(\.isNull) }
  }

  private var resolutions: [String: LedgerEntry?] = [:]

  init(_ step: PeerStep, _ names: [String]) throws {
    self.step = step
    var entries: [String: LedgerEntry] = [:]
    for name in names {
      guard let entry = try step.ledger.entry(named: name), entry.state == .live else { continue }
      entries[name] = entry
    }
    self.entries = entries
    // Insert rows in the order in which they were created, so that most members are in the right
    // order at once.
    self.names = entries.values.sorted {
      let times = ($0.content.marks.born?.time ?? 0, $1.content.marks.born?.time ?? 0)
      return times.0 == times.1 ? $0.name < $1.name : times.0 < times.1
    }.map(\.name)
  }

  /// Changes the rows.
  ///
  /// - Returns: The names of records whose rows may have to change as a result.
  func perform() throws -> Set<String> {
    try choose()
    var changes = RecordChanges(author: SyncPeer.author)
    changes.areForeign = true
    var changed: [String] = []
    try planDeletions(&changes)
    for name in names where !hidden.contains(name) {
      if try plan(name, &changes) { changed.append(name) }
    }
    // Clear relationships before setting others: clearing later would undo a new link.
    for pair in pairs.filter(\.isEnd) + pairs.filter({ !$0.isEnd }) {
      changes.change(pair.key, of: pair.entity, pair.values)
    }
    let outcome = changes.isEmpty ? nil : try step.writer.save(changes)
    if outcome != nil { step.presentedCount += changed.count + hidden.count }
    return try note(changed, outcome)
  }

  /// Decides which records have rows.
  private func choose() throws {
    var candidates: Set<String> = []
    for name in names {
      guard let entry = entries[name], let shape = step.shapes[entry.kind], !shape.isAbstract,
        entry.content.successor == nil, !step.replaced.contains(name)
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
      // A member stays hidden until its owner arrives, perhaps with the next page.
      for (field, target) in entry.content.references where shape.field(named: field) != nil {
        guard try resolved(target) != nil else { return false }
      }
    }
    return try !givesWay(entry, shape)
  }

  /// Whether another record has the same unique values and a smaller name; records with greater
  /// names are hidden.
  private func givesWay(_ entry: LedgerEntry, _ shape: PeerShape) throws -> Bool {
    for group in shape.uniqueness {
      guard let values = try step.uniqueValues(of: entry, group, shape) else { continue }
      let claim = UniqueClaim(root: shape.root, group: group, values: values)
      for other in claims[claim] ?? [] where other != entry.name && !hidden.contains(other) {
        if other < entry.name { return true }
        hide(other)
      }
      for key in try step.keys(of: shape, with: values) {
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

  /// Returns the target row of a relationship after the round; nil if there is none.
  func target(
    of entry: LedgerEntry, _ field: PeerShape.Field
  ) throws -> Int64? {
    guard case .reference(let name)? = entry.content.fields[field.name] else { return nil }
    return try key(of: name, for: entry, field)
  }

  /// Returns the key of a record's row after the round; nil if it has no row, or if another record
  /// holds it as its target.
  func key(
    of name: String, for entry: LedgerEntry, _ field: PeerShape.Field
  ) throws -> Int64? {
    guard let target = try resolved(name), !hidden.contains(target.name),
      let relationship = field.relationship,
      let shape = step.shapes[target.kind],
      shape.root == step.names.root(of: relationship.destination),
      fits(shape, relationship)
    else { return nil }
    if field.isExclusive, try !holds(entry, field, name) { return nil }
    return newKeys[target.name] ?? target.place?.key
  }

  /// Returns the row related by a reflexive one-to-one relationship that only the other record
  /// stores; nil if there is none.
  func partner(of entry: LedgerEntry, _ field: PeerShape.Field) throws -> Int64? {
    guard field.isReflexive, field.isExclusive else { return nil }
    for name in try step.leaders(to: entry.name, by: field.name).sorted()
    where name != entry.name && !hidden.contains(name) {
      guard let other = try entries[name] ?? step.ledger.entry(named: name), other.state == .live,
        other.content.successor == nil, let key = newKeys[name] ?? other.place?.key,
        try holds(other, field, entry.name)
      else { continue }
      return key
    }
    return nil
  }

  private func fits(_ shape: PeerShape, _ relationship: RecordRelationship) -> Bool {
    shape.entity === relationship.destination
      || relationship.destination.descendants.contains { $0 === shape.entity }
  }

  func resolved(_ name: String) throws -> LedgerEntry? {
    if let entry = entries[name], entry.content.successor == nil { return entry }
    if let known = resolutions[name] { return known }
    let entry = try step.resolved(name)
    resolutions[name] = .some(entry)
    return entry
  }

  /// Whether a record wins an exclusive relationship target against all its rivals; the one that
  /// set it last wins.
  private func holds(
    _ entry: LedgerEntry, _ field: PeerShape.Field, _ target: String
  ) throws -> Bool {
    func rank(_ entry: LedgerEntry) -> (Int64, String, String) {
      let stamp = entry.content.marks.stamp(of: field.name)
      return (stamp?.time ?? 0, stamp?.peer ?? "", entry.name)
    }
    var own = rank(entry)
    // Records that reference a duplicate compete for its replacement.
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
          // If both ends store the same pair, the later stamp counts.
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
}
