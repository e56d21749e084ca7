import Foundation
import RecordStore
import SyncPort

// Reading rows in the form of records.

extension PeerStep {
  /// A row to examine.
  struct Touch {
    /// The time of its last change; nil if that is unknown.
    var date: Date?
    /// The times at which single properties were changed.
    var properties: [String: Date] = [:]
  }

  /// Reads rows by their keys.
  ///
  /// - Returns: The existing rows, by key.
  func rows(_ keys: [Int64], _ root: String) throws -> [Int64: Record] {
    var rows: [Int64: Record] = [:]
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = Array(keys[start..<min(start + 500, keys.count)])
      let query = RecordQuery(names.entity(ofKind: root), keys: part)
      for row in try engine.rows(query) { rows[row.key] = row }
    }
    return rows
  }

  /// Returns the shape of a row's entity.
  func shape(of row: Record) -> PeerShape? { shapes[names.kind(of: row.entity)] }

  /// Returns the keys of a row's members, in order.
  func members(of key: Int64, _ relationship: RecordRelationship) throws -> [Int64] {
    try engine.members(of: key, relationship.owner.name, relationship.name)
  }

  /// Returns the keys of rows with the given values, by the row's property names.
  func keys(of shape: PeerShape, with values: [String: RecordValue]) throws -> [Int64] {
    try engine.keys(of: shape.entity.name, with: values)
  }

  /// Returns the values of a row by their record names, without nil values.
  ///
  /// `named` returns the record name of another row; `name` is the record name of this row.
  func fields(
    of row: Record, _ shape: PeerShape, name: String,
    _ named: (LedgerEntry.Place) throws -> String?
  ) throws -> [String: SyncValue] {
    var fields: [String: SyncValue] = [:]
    for field in shape.fields {
      switch field.content {
      case .attribute:
        let value = PeerValues.syncValue(row[field.property])
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
          // The members' records store their positions, so this partial list has no order.
          members = try members.filter { try tells(name, of: $0, field, leaders) }.sorted()
        }
        if !members.isEmpty { fields[field.name] = .list(members.map(SyncValue.reference)) }
      }
    }
    return fields
  }

  /// For a reflexive relationship: whether the record `name` stores the link to `other`.
  ///
  /// The record that already has the link stores it; otherwise, the one with the smaller name does.
  private func tells(
    _ name: String, of other: String, _ field: PeerShape.Field, _ leaders: Set<String>
  ) throws -> Bool {
    if try self.leaders(to: other, by: field.name).contains(name) { return true }
    return !leaders.contains(other) && name <= other
  }

  /// Returns the records that reference a record, or one of its duplicates, by a field.
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

  /// Returns the rows of records that reference a record, or one of its duplicates, by a field.
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

  /// Returns the name of a new record: derived from unique values, so that all devices find the
  /// same one, or else random.
  func newName(_ row: Record, _ shape: PeerShape) -> String {
    for group in shape.uniqueness {
      var values: [String: SyncValue] = [:]
      for name in group {
        guard let field = shape.field(named: name), case .attribute = field.content else { break }
        let value = PeerValues.syncValue(row[field.property])
        if !value.isNull { values[name] = value }
      }
      guard values.count == group.count, !group.isEmpty else { continue }
      values[""] = .text(shape.root)
      return "u" + PeerValues.digest(SyncCoding.encode(values)).prefix(32)
    }
    return "r" + (peer.rules.newName?() ?? SyncPeer.randomName())
  }
}
