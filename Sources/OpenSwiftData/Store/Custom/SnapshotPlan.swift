import RecordStore

/// The changes of a context as a store of snapshots takes them, with what the context's own rules did.
struct SnapshotPlan {
  /// One model of the plan.
  struct Item {
    let key: Int64
    let binding: EntityBinding
    var snapshot: DefaultSnapshot
    /// The instance, made without its values where there is none.
    let model: () -> any PersistentModel
  }

  var editingState = EditingState()
  /// New models, under temporary identifiers.
  var inserted: [Item] = []
  /// Changed models, and those whose relationships changed with theirs.
  var updated: [Item] = []
  /// What the user deletes, and what delete rules take along.
  var deleted: [Item] = []
  /// The keys of all inserted instances, in their order, of which some may not be written.
  var insertedKeys: [Int64] = []
  /// What is known of the outcome before anything is written: what delete rules did, and whose rows are
  /// missing.
  var outcome = SaveOutcome()
}

/// The snapshots that a store has.
protocol StoredSnapshots {
  /// Whether somebody else has written since the last save.
  var mayConflict: Bool { get }

  /// The snapshots of rows, by key, without those that are gone.
  func snapshots(_ keys: [Int64], of binding: EntityBinding) throws -> [Int64: DefaultSnapshot]

  /// The snapshots of all rows of an entity, with their keys.
  func snapshots(of binding: EntityBinding) throws -> [(key: Int64, snapshot: DefaultSnapshot)]
}

/// A fetch of one model type in the words of a store of snapshots.
protocol SnapshotQuestion {
  /// The snapshots that are found within a range, in order.
  func snapshots(in range: FetchRange?) throws -> [(key: Int64, snapshot: DefaultSnapshot)]
  /// The keys of the same.
  func keys(in range: FetchRange?) throws -> [Int64]
  /// How many there are in all.
  func count() throws -> Int
  /// The question for all models of the type.
  var ofAllModels: any SnapshotQuestion { get }
}
