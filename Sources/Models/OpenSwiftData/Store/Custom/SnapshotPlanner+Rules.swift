import DataSchema
import RecordStore

// The effects of deletions on the remaining rows.

extension SnapshotPlanner {
  /// Unlinks the deleted rows from the remaining rows, or throws if a `.deny` rule forbids a
  /// deletion.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure`.
  mutating func applyRules() throws {
    for row in goneRows {
      for relationship in row.binding.relationships {
        let others = try related(row, relationship).filter { !isDeleted($0) }
        guard !others.isEmpty else { continue }
        switch plan.effect(of: relationship) {
        case .deny: throw relationship.record.denial(of: row.name, others.map(\.name))
        case .delete, .unlink:
          if let inverse = relationship.inverse { unlink(others.map { ($0, row) }, inverse) }
        case .keep, .unlinkSources: break
        }
      }
    }
  }

  /// Unlinks the deleted rows from rows whose relationships to them have no inverse.
  ///
  /// Only those rows contain the relationship, so all rows of their entity are fetched.
  mutating func applyOneSidedRules() throws {
    var asked: Set<Int> = []
    for row in goneRows {
      for relationship in row.binding.incoming
      where relationship.inverse == nil && asked.insert(relationship.number).inserted {
        let lost = Set(goneRows.filter { $0.binding.mapIndex == relationship.destinationMap })
        for (key, snapshot) in try stored.snapshots(of: relationship.owner) {
          let source = Row(binding: relationship.owner, key: key)
          known[source] = .some(snapshot)
          let now = said[source]?[relationship.name] ?? snapshot.values[relationship.name]
          takeAway(lost, from: source, now, relationship)
        }
        for source in said.keys.filter({ $0.key < 0 }).sorted(by: { $0.key > $1.key })
        where source.binding.relationships.contains(where: { $0.record === relationship.record }) {
          takeAway(lost, from: source, said[source]?[relationship.name], relationship)
        }
      }
    }
  }

  /// Unlinks deleted rows from one row.
  private mutating func takeAway(
    _ lost: Set<Row>, from source: Row, _ value: SnapshotValue?, _ relationship: RelationshipBinding
  ) {
    let destination = relationship.destination
    let others = (value?.identifiers ?? [])
      .map { Row(binding: destination, key: destination.rowKey(of: $0)) }
      .filter { lost.contains($0) }
    guard !others.isEmpty, !isDeleted(source) else { return }
    unlink(others.map { (source, $0) }, relationship)
  }

  /// Removes deleted rows from the relationship of others.
  private mutating func unlink(
    _ pairs: [(source: Row, deleted: Row)], _ relationship: RelationshipBinding
  ) {
    for (source, deleted) in pairs {
      add(
        Edit(relationship: relationship, other: deleted.identifier, isRelated: false), to: source)
    }
    if relationship.isToMany {
      outcome.parted.append((relationship.record, pairs.map { ($0.source.key, $0.deleted.key) }))
    } else {
      outcome.nullified.append((relationship.record, pairs.map(\.source.key)))
    }
  }

  /// The rows that a relationship of a row leads to, in the store or in memory.
  private mutating func related(_ row: Row, _ relationship: RelationshipBinding) throws -> [Row] {
    let now = said[row]?[relationship.name]?.identifiers
    let before = try snapshot(row)?.values[relationship.name]?.identifiers ?? []
    var seen: Set<PersistentIdentifier> = []
    let destination = relationship.destination
    return ((now ?? []) + before).filter { seen.insert($0).inserted }
      .map { Row(binding: destination, key: destination.rowKey(of: $0)) }
      .filter { stands($0, beside: row, relationship) }
  }

  /// Whether a row is still related to another; it may have been moved to a third.
  private func stands(_ row: Row, beside other: Row, _ relationship: RelationshipBinding) -> Bool {
    guard let inverse = relationship.inverse, let now = said[row]?[inverse.name] else {
      return true
    }
    return now.identifiers.contains(other.identifier)
  }
}
