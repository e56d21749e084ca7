import CoreDataFormat
import SQLCore

// Rows whose deletion is postponed until all rules are applied, because the database's foreign keys
// would delete or change further rows.

extension DeletionRules {
  /// Returns the keys that still exist in the store.
  func storedRows(_ keys: Set<Int64>, _ entity: RecordEntity) throws -> Set<Int64> {
    Set(
      try session.keys(
        """
        SELECT \(name: id.key) FROM \(name: entity.table.table) \
        WHERE \(MemberQuery.isOne(of: keys.sorted(), .name(id.key)))
        """))
  }

  /// Records the rows that require rows to be deleted, before the deletion unlinks them.
  func noteNeeds() throws {
    for (relationship, keys) in needs {
      guard let column = relationship.foreignKey else { continue }
      let gone = deleted[relationship.owner.treeIndex] ?? []
      let found = try pairs(relationship.owner.table.table, column, id.key, keys)
      bereavedNeeds.append((relationship, found.filter { !gone.contains($0.member) }))
    }
  }

  /// A condition that excludes rows to be deleted while they still exist.
  func stays(_ tree: Int) -> SQLFragment {
    guard let gone = deleted[tree], postpones else { return SQLFragment() }
    return " AND NOT \(MemberQuery.isOne(of: gone.sorted(), .name(id.key)))"
  }
}
