import RecordStore

// Validation of the relationships that a save writes.

extension SnapshotPlanner {
  /// Checks the written relationships for too few or too many members, and for missing required
  /// targets.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for the first violation.
  mutating func check(_ written: [(row: Row, snapshot: DefaultSnapshot)]) throws {
    let new = Set(written.map(\.row))
    for (row, snapshot) in written {
      for relationship in row.binding.relationships where isConcerned(row, relationship) {
        let others = snapshot.values[relationship.name]?.identifiers ?? []
        if relationship.record.hasBounds,
          let failure = relationship.record.outOfBounds(row.name, count: others.count)
        {
          throw failure
        }
        guard relationship.needsTarget else { continue }
        let destination = relationship.destination
        let before =
          try said[row]?[relationship.name] ?? self.snapshot(row)?.values[relationship.name]
        let former = before?.identifiers.first
        guard
          let target = (others.first ?? former).map({ identifier in
            Row(binding: destination, key: destination.rowKey(of: identifier))
          })
        else { throw relationship.record.lack(of: row.name) }
        let isThere = try target.key < 0 ? new.contains(target) : self.snapshot(target) != nil
        if others.isEmpty || isDeleted(target) || !isThere {
          throw relationship.record.parting(
            needy(of: target, relationship, in: written), from: target.name)
        }
      }
    }
  }

  private func isConcerned(_ row: Row, _ relationship: RelationshipBinding) -> Bool {
    row.key < 0 || said[row]?[relationship.name] != nil
      || edits[row]?.contains { $0.relationship === relationship } ?? false
  }

  /// The names of all rows that would lose their required target.
  private func needy(
    of target: Row, _ relationship: RelationshipBinding,
    in written: [(row: Row, snapshot: DefaultSnapshot)]
  ) -> [String] {
    written.filter { row, snapshot in
      guard row.binding.relationship(relationship.index) === relationship,
        isConcerned(row, relationship)
      else { return false }
      let now = snapshot.values[relationship.name]?.identifiers.first
      let before = said[row]?[relationship.name] ?? known[row]??.values[relationship.name]
      return (now ?? before?.identifiers.first) == target.identifier
    }.map(\.row.name)
  }
}
