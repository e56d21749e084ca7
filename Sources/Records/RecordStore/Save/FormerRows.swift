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

/// The owners and targets of changed rows before the save.
struct FormerRows: SavePhase {
  let task: SaveTask
  /// The former targets, for relationships whose members have positions.
  private(set) var targets: [FormerTargets] = []
  /// The former owners, by relationship number and row; empty if the store keeps no history, or the
  /// plan orders no members.
  private(set) var owners: [Int: [Int64: Int64]] = [:]

  /// The targets that rows had before the save.
  struct FormerTargets {
    let relationship: RecordRelationship
    let position: String
    let keys: [Int64]
    let targets: [Int64: Int64]
  }

  /// Reads the rows before anything is written.
  ///
  /// Executes one statement for each relationship with positions in each batch of rows. If the
  /// store keeps a history, executes one for each relationship in which rows are members, and
  /// records the owners that they leave in the delete rules.
  init(_ task: SaveTask) throws {
    self.task = task
    try readTargets()
    if history != nil { try readOwners() }
  }

  private mutating func readTargets() throws {
    for batch in plan.changed {
      for relationship in batch.entity.relationships
      where batch.properties.contains(relationship.index) {
        guard let position = relationship.positionColumn else { continue }
        targets.append(
          FormerTargets(
            relationship: relationship, position: position, keys: batch.keys,
            targets: try targets(of: batch.keys, relationship)))
      }
    }
  }

  private mutating func readOwners() throws {
    for batch in plan.changed {
      for membership in batch.entity.memberships
      where batch.properties.contains(membership.relationship.index) {
        let owners = try targets(of: batch.keys, membership.relationship)
        if !plan.members.isEmpty {
          self.owners[membership.relationship.number, default: [:]].merge(owners) { $1 }
        }
        let left = batch.keys.enumerated().compactMap { row, key in
          owners[key].flatMap { batch.leaves($0, membership, row) ? $0 : nil }
        }
        rules.noteBereft(Set(left), membership.owners)
      }
    }
  }
}

extension SavePhase {
  /// Records the owner that an existing row leaves because an inserted row replaces it.
  func recordLeft(
    _ match: UniqueMatch.Match, _ memberships: [Membership], _ batch: RowBatch, _ row: Int
  ) {
    for (membership, owner) in zip(memberships, match.owners)
    where owner > 0 && batch.leaves(owner, membership, row) {
      rules.noteBereft(CollectionOfOne(owner), membership.owners)
    }
  }
}

extension RowBatch {
  /// Whether a row is about to leave its current owner.
  fileprivate func leaves(_ owner: Int64, _ membership: Membership, _ row: Int) -> Bool {
    target(row, of: membership.relationship.index) != owner
  }
}
