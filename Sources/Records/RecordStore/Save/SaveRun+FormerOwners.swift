import CoreDataFormat
import SQLCore

// The owners of rows before the save. The history records changes at both ends of a relationship,
// as Apple's frameworks do, but the context knows the former owner only if it is in memory. (For a
// relationship without an inverse, the context finds the former owner itself.)

/// A to-one relationship whose inverse is to-many and stored only in this relationship's column.
struct Membership {
  let relationship: RecordRelationship
  let column: String
  /// The inverse relationship.
  let owners: RecordRelationship
}

extension RecordEntity {
  /// The relationships by which the entity's rows are members of other rows.
  var memberships: [Membership] {
    relationships.compactMap { relationship in
      guard let column = relationship.foreignKey, let owners = relationship.inverse,
        owners.isToMany
      else { return nil }
      return Membership(relationship: relationship, column: column, owners: owners)
    }
  }
}

extension SaveRun {
  /// Records the owners of rows that the save is about to move to other owners or to none.
  ///
  /// Executes one statement for each such relationship in each batch of rows; none if the store
  /// keeps no history.
  func noteFormerOwners() throws {
    guard history != nil else { return }
    for batch in plan.changed {
      for membership in batch.entity.memberships
      where batch.properties.contains(membership.relationship.index) {
        let owners = try targets(of: batch.keys, membership.relationship)
        if !plan.members.isEmpty {
          formerOwners[membership.relationship.number, default: [:]].merge(owners) { $1 }
        }
        let left = batch.keys.enumerated().compactMap { row, key in
          owners[key].flatMap { isLeft($0, membership, batch, row) ? $0 : nil }
        }
        rules.noteBereft(Set(left), membership.owners)
      }
    }
  }

  /// Records the owner of an existing row that is replaced by an inserted one.
  func noteFormerOwners(
    of match: UniqueMatch.Match, _ memberships: [Membership], _ batch: RowBatch, _ row: Int
  ) {
    for (membership, owner) in zip(memberships, match.owners)
    where owner > 0 && isLeft(owner, membership, batch, row) {
      rules.noteBereft(CollectionOfOne(owner), membership.owners)
    }
  }

  /// Whether a row is about to leave its current owner.
  private func isLeft(
    _ owner: Int64, _ membership: Membership, _ batch: RowBatch, _ row: Int
  ) -> Bool {
    batch.target(row, of: membership.relationship.index) != owner
  }
}
