/// What a store writes in one transaction, as values without references to live objects.
///
/// Rows to insert have negative keys that are unique within the plan, so that other rows and links
/// can refer to them.
package struct SavePlan {
  /// The author of the changes, for the history.
  package var author: String?
  /// Rows to insert with all their properties, in insertion order.
  package var inserted: [RowBatch] = []
  /// What happens if an existing row has a unique value of an inserted one.
  package var insertions = Insertions()
  /// Rows to update, with their changed properties.
  package var changed: [RowBatch] = []
  package var deleted: [RowDeletion] = []
  /// Pairs to link or unlink that are not stored in a column of the plan's rows, in the order of
  /// the changes.
  package var links: [LinkChange] = []
  /// The members of to-many relationships whose members or order changed.
  package var members: [MemberList] = []
  /// If true, delete rules are ignored: deletions neither cascade nor are denied.
  package var nullifiesAlone = false
  /// Whether rows may lack or lose the targets of required relationships.
  package var mayLackTargets = false
  /// Rows whose number of members must be validated.
  package var counted: [CountedMembers] = []

  package init() {}

  /// What happens if an existing row has a unique value of an inserted one.
  package struct Insertions {
    /// The policy of rows that are not among `others`.
    package var usual = Policy.upsert
    /// The policies of single rows, by their indices among the inserted ones.
    package var others: [Int: Policy] = [:]

    package init() {}

    package enum Policy {
      /// The existing row gets the values of the inserted one.
      case upsert
      /// The save fails.
      case fail
      /// The existing row stays as it is, in place of the inserted one.
      case keepExisting
    }

    func policy(of row: Int) -> Policy { others.isEmpty ? usual : others[row] ?? usual }
  }

  /// Rows of one entity to delete.
  package struct RowDeletion {
    package let entity: RecordEntity
    package let keys: [Int64]
    /// The unsaved targets of to-one relationships, by relationship number and row key.
    ///
    /// They are not written, but delete rules follow them.
    package var changedTargets: [Int: [Int64: Int64]] = [:]

    package init(entity: RecordEntity, keys: [Int64]) { (self.entity, self.keys) = (entity, keys) }
  }

  /// A pair of rows to link or unlink.
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

  /// The ordered members of one row.
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

    /// The order before the members were changed.
    package enum Base {
      /// The order was not recorded.
      case unknown
      /// The first members, this many of them; the others were appended.
      case first(Int)
      case members([Int64])
    }

    /// The members in the order before the change; nil if it was not recorded.
    package var formerMembers: [Int64]? {
      switch base {
      case .unknown: nil
      case .first(let count): Array(members.prefix(count))
      case .members(let members): members
      }
    }
  }

  /// A row that may have too few or too many members after the save.
  package struct CountedMembers {
    package let relationship: RecordRelationship
    package let owner: Int64

    package init(relationship: RecordRelationship, owner: Int64) {
      (self.relationship, self.owner) = (relationship, owner)
    }
  }

  /// The number of rows that the plan contains.
  package var rowCount: Int {
    inserted.reduce(0) { $0 + $1.count } + changed.reduce(0) { $0 + $1.count }
      + deleted.reduce(0) { $0 + $1.keys.count }
  }
}
