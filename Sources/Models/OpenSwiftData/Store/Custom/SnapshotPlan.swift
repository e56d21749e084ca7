import RecordStore

/// The changes of a context in the form that a custom store needs, with the effects of delete
/// rules.
struct SnapshotPlan {
  /// One model of the plan.
  struct Item {
    let key: Int64
    let binding: EntityBinding
    var snapshot: DefaultSnapshot
    /// Returns the instance, or creates one without values if there is none.
    let model: () -> any PersistentModel
  }

  var editingState = EditingState()
  /// The new models, with temporary identifiers.
  var inserted: [Item] = []
  /// The changed models, and those whose relationships changed along with theirs.
  var updated: [Item] = []
  /// The models that the user deleted, and those deleted by cascade.
  var deleted: [Item] = []
  /// The keys of all inserted instances, in order; some of them may not be written.
  var insertedKeys: [Int64] = []
  /// The outcome as far as it is known before the save: the effects of delete rules, and which rows
  /// no longer exist.
  var outcome = SaveOutcome()
}

/// The snapshots in a custom store.
protocol StoredSnapshots {
  /// Whether others may have written since the last save.
  var mayConflict: Bool { get }

  /// The snapshots of rows by key, without deleted rows.
  func snapshots(_ keys: [Int64], of binding: EntityBinding) throws -> [Int64: DefaultSnapshot]

  /// The snapshots of all rows of an entity, with their keys.
  func snapshots(of binding: EntityBinding) throws -> [(key: Int64, snapshot: DefaultSnapshot)]
}

/// A fetch of one model type from a custom store.
protocol SnapshotQuestion: FetchSource {
  /// The snapshots in a range of the result, in order.
  func snapshots(in range: FetchRange?) throws -> [(key: Int64, snapshot: DefaultSnapshot)]
  /// The keys of the models in a range of the result.
  func keys(in range: FetchRange?) throws -> [Int64]
  /// The number of models, without a range.
  func count() throws -> Int
}
