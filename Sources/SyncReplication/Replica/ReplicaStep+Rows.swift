import Foundation
import RecordStore
import SyncPort

// What rows say, as records have it.

extension ReplicaStep {
  /// A row that has to be looked at.
  struct Touch {
    /// When it was changed last; nil where nobody knows.
    var date: Date?
    /// When single properties were changed.
    var properties: [String: Date] = [:]
  }

  /// Reads rows by their keys.
  ///
  /// - Returns: The rows that are there, by key.
  func rows(_ keys: [Int64], _ root: String) throws -> [Int64: Record] {
    var rows: [Int64: Record] = [:]
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = Array(keys[start..<min(start + 500, keys.count)])
      let query = RecordQuery(names.entity(ofKind: root), keys: part)
      for row in try engine.rows(query) { rows[row.key] = row }
    }
    return rows
  }

  /// The shape of a row's entity.
  func shape(of row: Record) -> ReplicaShape? { shapes[names.kind(of: row.entity)] }

  /// The keys of the members of a row, in their order.
  func members(of key: Int64, _ relationship: RecordRelationship) throws -> [Int64] {
    try engine.members(of: key, relationship.owner.name, relationship.name)
  }

  /// The keys of rows with some values, by what rows call these.
  func keys(of shape: ReplicaShape, with values: [String: RecordValue]) throws -> [Int64] {
    try engine.keys(of: shape.entity.name, with: values)
  }

  /// What a row says, by what records call it; nothing for what is nil.
  ///
  /// `named` gives the name of the record of another row, and `name` is that of the row's own.
  func fields(
    of row: Record, _ shape: ReplicaShape, name: String,
    _ named: (LedgerEntry.Place) throws -> String?
  ) throws -> [String: SyncValue] {
    var fields: [String: SyncValue] = [:]
    for field in shape.fields {
      switch field.content {
      case .attribute:
        let value = ReplicaValues.syncValue(row[field.property])
        if !value.isNull { fields[field.name] = value }
      case .toOne(let relationship):
        guard case .row(let key) = row[field.property] else { continue }
        let place = LedgerEntry.Place(root: names.root(of: relationship.destination), key: key)
        guard let target = try named(place) else { continue }
        if field.isReflexive {
          let leaders = Set(try leaders(to: name, by: field.name))
          guard try tells(name, of: target, field, leaders) else { continue }
        }
        fields[field.name] = .reference(target)
      case .members(let relationship):
        let root = names.root(of: relationship.destination)
        let keys = try self.members(of: row.key, relationship)
        var members = try keys.compactMap { try named(LedgerEntry.Place(root: root, key: $0)) }
        if field.isReflexive {
          let leaders = Set(try leaders(to: name, by: field.name))
          // The members' records say where they stand; the list of some of them has no order.
          members = try members.filter { try tells(name, of: $0, field, leaders) }.sorted()
        }
        if !members.isEmpty { fields[field.name] = .list(members.map(SyncValue.reference)) }
      }
    }
    return fields
  }

  /// Whether of two records that are related by one and the same property one tells it: the one that does,
  /// and where none does, the one with the lesser name.
  private func tells(
    _ name: String, of other: String, _ field: ReplicaShape.Field, _ leaders: Set<String>
  ) throws -> Bool {
    if try self.leaders(to: other, by: field.name).contains(name) { return true }
    return !leaders.contains(other) && name <= other
  }

  /// The records that lead to one by a field, or to others that gave way to it.
  func leaders(to name: String, by field: String) throws -> [String] {
    var names: [String] = []
    var waiting = [name]
    var done: Set<String> = []
    while let next = waiting.popLast() {
      guard done.insert(next).inserted else { continue }
      names += try ledger.names(leadingTo: next, by: field)
      waiting += try ledger.names(leadingTo: next, by: SyncContent.successor)
    }
    return names
  }

  /// Where the rows are of the records that lead to one by a field, or to others that gave way to it.
  func places(leadingTo name: String, by field: String) throws -> Set<LedgerEntry.Place> {
    var places: Set<LedgerEntry.Place> = []
    var waiting = [name]
    var done: Set<String> = []
    while let next = waiting.popLast() {
      guard done.insert(next).inserted else { continue }
      places.formUnion(try ledger.places(leadingTo: next, by: field))
      waiting += try ledger.names(leadingTo: next, by: SyncContent.successor)
    }
    return places
  }

  /// The name that a new record gets: from unique values, so that all devices find the same one; else a
  /// random one.
  func newName(_ row: Record, _ shape: ReplicaShape) -> String {
    for group in shape.uniqueness {
      var values: [String: SyncValue] = [:]
      for name in group {
        guard let field = shape.field(named: name), case .attribute = field.content else { break }
        let value = ReplicaValues.syncValue(row[field.property])
        if !value.isNull { values[name] = value }
      }
      guard values.count == group.count, !group.isEmpty else { continue }
      values[""] = .text(shape.root)
      return "u" + ReplicaValues.digest(SyncCoding.encode(values)).prefix(32)
    }
    return "r" + (replica.rules.newName?() ?? Replica.randomName())
  }
}
