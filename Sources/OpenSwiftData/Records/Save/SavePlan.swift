/// What a store is to write in one transaction, as values: nothing in it leads to a live object.
///
/// Rows that are to be inserted have negative keys, unlike any others of the plan, by which other rows and
/// links may name them.
struct SavePlan {
  /// Who makes the changes, for the history.
  var author: String?
  /// New rows with all their properties, in the order in which they were inserted.
  var inserted: [RowBatch] = []
  /// Rows of which some properties changed.
  var changed: [RowBatch] = []
  var deleted: [RowDeletion] = []
  /// Pairs of rows that no column of either tells, in the order in which they were made and ended.
  var links: [LinkChange] = []
  /// The members of to-many relationships, where they or their order changed.
  var members: [MemberList] = []
  /// Rows whose number of members is to be checked.
  var counted: [CountedMembers] = []

  /// Rows of one entity that are to be deleted.
  struct RowDeletion {
    let entity: RecordEntity
    let keys: [Int64]
    /// The other ends that to-one relationships were given since they were last saved, by the numbers
    /// of the relationships and the keys of the rows; they are not written, but delete rules follow them.
    var changedTargets: [Int: [Int64: Int64]] = [:]
  }

  /// A pair of rows that is related, or is no more.
  struct LinkChange {
    let relationship: RecordRelationship
    let source: Int64
    let member: Int64
    let isRelated: Bool
  }

  /// The members of one row in their order.
  struct MemberList {
    let relationship: RecordRelationship
    let owner: Int64
    let members: [Int64]
  }

  /// A row whose members may have become too few or too many.
  struct CountedMembers {
    let relationship: RecordRelationship
    let owner: Int64
  }

  /// How many rows are inserted.
  var insertedCount: Int { inserted.reduce(0) { $0 + $1.count } }

  /// How many rows the plan names itself.
  var rowCount: Int {
    inserted.reduce(0) { $0 + $1.count } + changed.reduce(0) { $0 + $1.count }
      + deleted.reduce(0) { $0 + $1.keys.count }
  }
}
