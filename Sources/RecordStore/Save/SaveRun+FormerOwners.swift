import CoreDataFormat
import SQLCore

// Whose members rows were before the save. The history tells of both ends of a relationship that changes,
// as Apple's frameworks do, and the context knows of the former owner only if it has it in memory. (Of a
// relationship without inverse it finds out itself.)

/// A to-one relationship whose column alone says which row of the other end has the row among its members.
struct Membership {
  let relationship: RecordRelationship
  let column: String
  /// The relationship of the other end.
  let owners: RecordRelationship
}

extension RecordEntity {
  /// How the entity's rows are members of others.
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
  /// Notes whose members the rows are that the save is about to make members of others or of nobody.
  ///
  /// Executes one statement for each such relationship of a batch of rows; none where the store keeps no
  /// history.
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

  /// Notes whose member a row is that takes over the values of an inserted one.
  func noteFormerOwners(
    of match: UniqueMatch.Match, _ memberships: [Membership], _ batch: RowBatch, _ row: Int
  ) {
    for (membership, owner) in zip(memberships, match.owners)
    where owner > 0 && isLeft(owner, membership, batch, row) {
      rules.noteBereft(CollectionOfOne(owner), membership.owners)
    }
  }

  /// Whether a row is to be no member of the owner that it has.
  private func isLeft(
    _ owner: Int64, _ membership: Membership, _ batch: RowBatch, _ row: Int
  ) -> Bool {
    batch.target(row, of: membership.relationship.index) != owner
  }
}
