/// What a save did beside writing what its plan said.
package struct SaveOutcome {
  /// Rows of one entity.
  package typealias Rows = (entity: RecordEntity, keys: [Int64])

  /// The keys of the inserted rows, in their order.
  package var keys: [Int64] = []
  /// The same by the negative keys of the plan, for rows of entities with relationships.
  package var newKeys: [Int64: Int64] = [:]
  /// The inserted rows, by number, that became the new content of a row that was there.
  package var upserted: Set<Int> = []
  /// The changed rows, by number, that were there no more.
  package var missing: Set<Int> = []
  /// The links of the plan, by number, one end of which was there no more.
  package var broken: Set<Int> = []
  /// Rows that gave way because others took over their unique values.
  package var replaced: [Rows] = []
  /// Everything that was deleted, by the user and by delete rules, by entity tree.
  package var deleted: [Int: Set<Int64>] = [:]
  /// The rows that delete rules deleted, in that order.
  package var cascaded: [Rows] = []
  /// The rows whose relationship was set to nil by a delete rule.
  package var nullified: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// The rows whose members were written in another order than the plan's, merged with what others had written.
  package var reordered: [(relationship: RecordRelationship, owner: Int64)] = []
  /// Pairs that are related no more because the member is gone.
  package var parted: [(relationship: RecordRelationship, pairs: DeletionRules.Pairs)] = []

  /// Rows, by the names of their entities, that hold something else than the plan said: a store of
  /// somebody else's may change what it writes.
  package var rewritten: [(entity: String, key: Int64)] = []
  /// The number of the transaction in the history; nil where none was written.
  package var transaction: Int64?
  /// Where a store of somebody else's says that its history stands.
  package var historyToken: (any Sendable)?

  package init() {}
}

/// Who has to look at rows before a save gives them up.
package protocol SaveWitness: AnyObject {
  /// An inserted row is about to take over a row that is there.
  ///
  /// - Parameters:
  ///   - key: The row that is there.
  ///   - entity: Its entity.
  ///   - number: The number of the inserted row.
  ///   - earlier: The number of the inserted row that the row was made from in the same save, if so.
  /// - Throws: What the witness cannot do; nothing is written then.
  func willReplace(
    _ key: Int64, _ entity: RecordEntity, byRow number: Int, insertedAs earlier: Int?) throws
  /// A delete rule is about to delete rows.
  func willDelete(_ keys: [Int64], _ entity: RecordEntity) throws
}
