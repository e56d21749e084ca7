import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

// Checks to run after all delete rules are applied.

extension DeletionRules {
  /// Throws if a `.deny` rule forbids a deletion because related rows still exist.
  func checkDenials() throws {
    for (relationship, keys) in denials {
      guard case .children(let table, let column) = relationship.storage else { continue }
      let left = try session.pairs(table, column, id.key, keys)
      if !left.isEmpty { throw denial(relationship, left) }
    }
    for (relationship, pairs) in deniedTargets {
      let keys = plan.remaining(pairs.map(\.member), relationship.destination)
      let left = try storedRows(Set(keys), relationship.destination)
      let denied = pairs.filter { left.contains($0.member) }
      if !denied.isEmpty { throw denial(relationship, denied) }
    }
  }

  private func denial(_ relationship: RecordRelationship, _ pairs: Pairs) -> SwiftDataError {
    let owner = pairs[0].owner
    let members = pairs.filter { $0.owner == owner }
    return relationship.denial(
      of: relationship.owner.rowName(owner),
      members.map { relationship.destination.rowName($0.member) })
  }

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
      let found = try session.pairs(relationship.owner.table.table, column, id.key, keys)
      let left = Set(plan.remaining(found.map(\.member), relationship.owner))
      bereavedNeeds.append((relationship, found.filter { left.contains($0.member) }))
    }
  }

  /// Throws if a surviving row lost the target of a required relationship.
  package func checkNeeds() throws {
    for (relationship, pairs) in bereavedNeeds where !pairs.isEmpty {
      guard let column = relationship.foreignKey else { continue }
      let left = Set(
        try session.keys(
          """
          SELECT \(name: id.key) FROM \(name: relationship.owner.table.table) WHERE \(name: column) IS NULL \
          AND \(MemberQuery.isOne(of: Set(pairs.map(\.member)).sorted(), .name(id.key)))
          """))
      try refuseParting(relationship, pairs.filter { left.contains($0.member) })
    }
    for (relationship, keys) in needs {
      guard let column = relationship.foreignKey else { continue }
      let left = try session.pairs(relationship.owner.table.table, column, id.key, keys)
      try refuseParting(relationship, left)
    }
  }

  /// Throws if rows would lose the target of a required relationship.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - pairs: The targets, as owners, with the rows that require them.
  /// - Throws: `SwiftDataError.modelValidationFailure` if `pairs` is not empty.
  func refuseParting(_ relationship: RecordRelationship, _ pairs: Pairs) throws {
    guard let (target, _) = pairs.first else { return }
    let needy = pairs.filter { $0.owner == target }.map { relationship.owner.rowName($0.member) }
    throw relationship.parting(needy, from: relationship.destination.rowName(target))
  }
}
