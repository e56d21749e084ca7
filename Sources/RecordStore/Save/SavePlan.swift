/// What a store is to write in one transaction, as values: nothing in it leads to a live object.
///
/// Rows that are to be inserted have negative keys, unlike any others of the plan, by which other rows and
/// links may name them.
package struct SavePlan {
  /// Who makes the changes, for the history.
  package var author: String?
  /// New rows with all their properties, in the order in which they were inserted.
  package var inserted: [RowBatch] = []
  /// Rows of which some properties changed.
  package var changed: [RowBatch] = []
  package var deleted: [RowDeletion] = []
  /// Pairs of rows that no column of either tells, in the order in which they were made and ended.
  package var links: [LinkChange] = []
  /// The members of to-many relationships, where they or their order changed.
  package var members: [MemberList] = []
  /// Whether deletions take nobody along and nobody refuses them, whatever the delete rules say.
  package var nullifiesAlone = false
  /// Whether rows may lack the other ends of relationships that are not optional, or lose them to others.
  package var mayLackTargets = false
  /// Rows whose number of members is to be checked.
  package var counted: [CountedMembers] = []

  package init() {}

  /// Rows of one entity that are to be deleted.
  package struct RowDeletion {
    package let entity: RecordEntity
    package let keys: [Int64]
    /// The other ends that to-one relationships were given since they were last saved, by the numbers
    /// of the relationships and the keys of the rows; they are not written, but delete rules follow them.
    package var changedTargets: [Int: [Int64: Int64]] = [:]

    package init(entity: RecordEntity, keys: [Int64]) { (self.entity, self.keys) = (entity, keys) }
  }

  /// A pair of rows that is related, or is no more.
  package struct LinkChange {
    package let relationship: RecordRelationship
    package let source: Int64
    package let member: Int64
    package let isRelated: Bool

    package init(
      relationship: RecordRelationship, source: Int64, member: Int64, isRelated: Bool
    ) {
      self.relationship = relationship
      (self.source, self.member, self.isRelated) = (source, member, isRelated)
    }
  }

  /// The members of one row in their order.
  package struct MemberList {
    package let relationship: RecordRelationship
    package let owner: Int64
    package let members: [Int64]
    package let base: Base

    package init(
      relationship: RecordRelationship, owner: Int64, members: [Int64], base: Base = .unknown
    ) {
      self.relationship = relationship
      (self.owner, self.members, self.base) = (owner, members, base)
    }

    /// The order that a change of members began with.
    package enum Base {
      /// It was not noted.
      case unknown
      /// As many members at the beginning; the others were appended.
      case first(Int)
      case members([Int64])
    }

    /// The members in the order that the change began with; nil if that was not noted.
    package var formerMembers: [Int64]? {
      switch base {
      case .unknown: nil
      case .first(let count): Array(members.prefix(count))
      case .members(let members): members
      }
    }
  }

  /// A row whose members may have become too few or too many.
  package struct CountedMembers {
    package let relationship: RecordRelationship
    package let owner: Int64

    package init(relationship: RecordRelationship, owner: Int64) {
      (self.relationship, self.owner) = (relationship, owner)
    }
  }

  /// How many rows the plan names itself.
  package var rowCount: Int {
    inserted.reduce(0) { $0 + $1.count } + changed.reduce(0) { $0 + $1.count }
      + deleted.reduce(0) { $0 + $1.keys.count }
  }
}
