/// What came of changes.
package struct RecordOutcome: Sendable {
  /// The keys of inserted rows, by the negative keys that named them.
  package var keys: [Int64: Int64] = [:]
  /// The inserted rows, by these negative keys, that became the new content of a row that was there.
  package var upserted: Set<Int64> = []
  /// Rows that were to be changed and were not there.
  package var missing: [Rows] = []
  /// Everything that was deleted, be it by delete rules or in favour of another row's unique values.
  package var deleted: [Rows] = []

  /// Rows of one entity.
  package struct Rows: Hashable, Sendable {
    package let entity: String
    package let keys: [Int64]

    package init(entity: String, keys: [Int64]) { (self.entity, self.keys) = (entity, keys) }
  }
}
