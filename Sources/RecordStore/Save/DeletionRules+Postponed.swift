import CoreDataFormat
import SQLCore

// Rows that stay until all rules are applied, since their deletion would do more than is known.

extension DeletionRules {
  /// The rows that are there.
  func storedRows(_ keys: Set<Int64>, _ entity: RecordEntity) throws -> Set<Int64> {
    Set(
      try session.keys(
        """
        SELECT \(name: id.key) FROM \(name: entity.table.table) \
        WHERE \(MemberQuery.isOne(of: keys.sorted(), .name(id.key)))
        """))
  }

  /// Notes what needs rows that are going to be deleted, and may only lose them then.
  func noteNeeds() throws {
    for (relationship, keys) in needs {
      guard let column = relationship.foreignKey else { continue }
      let gone = deleted[relationship.owner.treeIndex] ?? []
      let found = try pairs(relationship.owner.table.table, column, id.key, keys)
      bereavedNeeds.append((relationship, found.filter { !gone.contains($0.member) }))
    }
  }

  /// Leaves out rows that are deleted, where they are still there.
  func stays(_ tree: Int) -> SQLFragment {
    guard let gone = deleted[tree], postpones else { return SQLFragment() }
    return " AND NOT \(MemberQuery.isOne(of: gone.sorted(), .name(id.key)))"
  }
}
