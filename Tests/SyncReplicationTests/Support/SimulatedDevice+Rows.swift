import RecordStore
import SyncPort

@testable import SyncReplication

// Rows by the names that records use for entities and properties, independent of the device's
// program version.

extension SimulatedDevice {
  private var recordNames: RecordNames { peer.names }

  /// All rows of a kind.
  func rows(_ kind: String) throws -> [Record] {
    let entity = recordNames.entity(ofKind: kind)
    return try engine.rows(RecordQuery(entity)).map { row in
      let values = row.values.map { (recordNames.field(of: $0.key, entity), $0.value) }
      return Record(
        entity: kind, key: row.key, version: row.version,
        values: Dictionary(uniqueKeysWithValues: values))
    }
  }

  func keys(of kind: String, with values: [String: RecordValue]) throws -> [Int64] {
    try engine.keys(of: recordNames.entity(ofKind: kind), with: named(values, kind))
  }

  func members(of key: Int64, _ kind: String, _ field: String) throws -> [Int64] {
    let entity = recordNames.entity(ofKind: kind)
    return try engine.members(of: key, entity, recordNames.property(ofField: field, entity))
  }

  func delete(_ keys: [Int64], of kind: String) throws {
    try engine.delete(keys, of: recordNames.entity(ofKind: kind))
  }

  private func named(_ values: [String: RecordValue], _ kind: String) -> [String: RecordValue] {
    let entity = recordNames.entity(ofKind: kind)
    return Dictionary(
      uniqueKeysWithValues: values.map { (recordNames.property(ofField: $0.key, entity), $0.value) }
    )
  }

  /// The changes, translated to the names of the device's rows.
  func named(_ changes: RecordChanges) -> RecordChanges {
    var named = RecordChanges()
    for one in changes.insertions {
      named.insert(
        recordNames.entity(ofKind: one.entity), key: one.key, self.named(one.values, one.entity))
    }
    for one in changes.changes {
      named.change(
        one.key, of: recordNames.entity(ofKind: one.entity), self.named(one.values, one.entity))
    }
    for one in changes.members {
      let entity = recordNames.entity(ofKind: one.entity)
      named.relate(
        one.key, of: entity, recordNames.property(ofField: one.relationship, entity),
        to: one.members)
    }
    return named
  }
}
