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
      let left = try surviving(session.pairs(table, column, id.key, keys), relationship.destination)
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
      bereavedNeeds.append((relationship, surviving(found, relationship.owner)))
    }
  }

  /// Returns the pairs whose members are not deleted, nor to be deleted.
  private func surviving(_ pairs: Pairs, _ members: RecordEntity) -> Pairs {
    let left = Set(plan.remaining(pairs.map(\.member), members))
    return pairs.filter { left.contains($0.member) }
  }

  /// Returns the rows that exist and have got no other owner since the save related them to a deleted
  /// one.
  func orphaned(_ keys: [Int64], _ relationship: RecordRelationship) throws -> [Int64] {
    let stored = try storedRows(Set(keys), relationship.destination)
    guard case .children(let table, let column) = relationship.storage else { return Array(stored) }
    let owned = try session.pairs(table, id.key, column, stored.sorted())
    let others = owned.filter { deleted[relationship.owner.treeIndex]?.contains($0.member) != true }
    return stored.subtracting(others.map(\.owner)).sorted()
  }

  /// Whether surviving rows require rows to be deleted, or deny their deletion.
  func needsPostponed() throws -> Bool {
    for (relationship, keys) in denials {
      guard case .children(let table, let column) = relationship.storage else { continue }
      let found = try session.pairs(table, column, id.key, keys)
      if !surviving(found, relationship.destination).isEmpty { return true }
    }
    return bereavedNeeds.contains { !$0.pairs.isEmpty }
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
      try refuseParting(relationship, surviving(left, relationship.owner))
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

// Effects on other rows.

extension DeletionRules {
  /// Returns the effects on the rows related to deleted rows of an entity, by relationship.
  ///
  /// The rows of views are left alone, because they follow from those of tables.
  func effects(
    of entity: RecordEntity
  ) -> [(relationship: RecordRelationship, effect: DeleteEffect)] {
    plan.effects(of: entity).map { relationship, effect in
      if case .join = relationship.storage { return (relationship, effect) }
      let others = effect == .unlinkSources ? relationship.owner : relationship.destination
      return (relationship, others.table.view == nil ? effect : .keep)
    }
  }
}
