import RecordStore
import SyncPort

// Duplicates and their replacements, and records that claim the same unique values.

extension PeerStep {
  /// Returns the record that a name stands for: the record itself, or its replacement if it is a
  /// duplicate.
  func resolved(_ name: String) throws -> LedgerEntry? {
    var entry = try ledger.entry(named: name)
    var count = 0
    while let successor = entry?.content.successor, count < 16 {
      entry = try ledger.entry(named: successor)
      count += 1
    }
    return entry
  }

  /// Returns the records that reference a record or one of its duplicates.
  func dependents(of name: String) throws -> [String] {
    var names: [String] = []
    var waiting = [name]
    var done: Set<String> = []
    while let next = waiting.popLast() {
      guard done.insert(next).inserted else { continue }
      names += try ledger.names(leadingTo: next)
      waiting += try ledger.names(leadingTo: next, by: SyncContent.successor)
    }
    return names
  }

  /// Returns the record whose row has the unique values that another record claims; nil if there is
  /// none.
  func holder(ofUniqueValuesOf entry: LedgerEntry) throws -> LedgerEntry? {
    guard let shape = shapes[entry.kind] else { return nil }
    for group in shape.uniqueness {
      guard let values = try uniqueValues(of: entry, group, shape) else { continue }
      for key in try keys(of: shape, with: values) {
        let place = LedgerEntry.Place(root: shape.root, key: key)
        if place != entry.place, let other = try ledger.entry(at: place) { return other }
      }
    }
    return nil
  }

  /// Returns the values of a unique group, by the row's property names; nil if one is missing.
  func uniqueValues(
    of entry: LedgerEntry, _ group: [String], _ shape: PeerShape
  ) throws -> [String: RecordValue]? {
    var values: [String: RecordValue] = [:]
    for name in group {
      guard let field = shape.field(named: name) else { return nil }
      switch (field.content, entry.content.fields[name]) {
      case (.attribute, let value):
        values[field.property] = PeerValues.fitting(
          value ?? .null, field, of: shape.entity, in: entry.name)
      case (.toOne, .reference(let target)?):
        guard let key = try resolved(target)?.place?.key else { return nil }
        values[field.property] = .row(key)
      default: return nil
      }
      if values[field.property]?.isNull ?? true { return nil }
    }
    return values.isEmpty ? nil : values
  }
}
