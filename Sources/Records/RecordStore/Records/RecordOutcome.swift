/// The outcome of changes.
package struct RecordOutcome: Sendable {
  /// The keys of inserted rows, by the negative keys that identified them.
  package var keys: [Int64: Int64] = [:]
  /// The inserted rows, by negative key, that an upsert merged into an existing row.
  package var upserted: Set<Int64> = []
  /// Rows to update that did not exist.
  package var missing: [Rows] = []
  /// All deleted rows, including those that delete rules or the claim of a unique value deleted.
  package var deleted: [Rows] = []

  /// Rows of one entity.
  package struct Rows: Hashable, Sendable {
    package let entity: String
    package let keys: [Int64]

    package init(entity: String, keys: [Int64]) { (self.entity, self.keys) = (entity, keys) }
  }
}
