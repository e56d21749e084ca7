/// The effects of a save beyond writing the plan.
package struct SaveOutcome {
  /// Rows of one entity.
  package typealias Rows = (entity: RecordEntity, keys: [Int64])

  /// The keys of the inserted rows, in their order.
  package var keys: [Int64] = []
  /// The keys of inserted rows by their negative keys in the plan, for entities with relationships.
  package var newKeys: [Int64: Int64] = [:]
  /// The indices of inserted rows that an upsert merged into an existing row.
  package var upserted: Set<Int> = []
  /// Those of them whose values were not written, because the existing row was kept.
  package var kept: Set<Int> = []
  /// The indices of changed rows that others had deleted.
  package var missing: Set<Int> = []
  /// The indices of the plan's links with one end deleted by others.
  package var broken: Set<Int> = []
  /// Rows that were deleted because other rows claimed their unique values.
  package var replaced: [Rows] = []
  /// All rows that the user and delete rules deleted, by entity tree.
  package var deleted: [Int: Set<Int64>] = [:]
  /// The rows that delete rules deleted, in that order.
  package var cascaded: [Rows] = []
  /// The rows whose relationship a delete rule set to nil.
  package var nullified: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// The owners whose member order was merged with that of others, and so differs from the plan.
  package var reordered: [(relationship: RecordRelationship, owner: Int64)] = []
  /// Pairs that are unlinked because the member was deleted.
  package var parted: [(relationship: RecordRelationship, pairs: DeletionRules.Pairs)] = []

  /// Rows, by entity name, whose stored values differ from the plan: a custom store may change what
  /// it writes.
  package var rewritten: [(entity: String, key: Int64)] = []
  /// The number of the transaction in the history; nil if none was written.
  package var transaction: Int64?
  /// The history token that a custom store returns.
  package var historyToken: (any Sendable)?

  package init() {}
}
