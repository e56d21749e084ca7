import RecordStore

/// The part of a save that concerns one store.
///
/// A save goes through these phases:
/// 1. Gather (`gather`): the context's changes → a `PendingSave` for each store that they concern.
/// 2. Collect (`collect`, within the store's transaction): reads what others have changed and what
///    the plan needs → `SaveChanges`.
/// 3. Plan (`RowPlanner`): `SaveChanges` → `SavePlan`, without reading anything. A custom store
///    gets a `SnapshotPlan` instead.
/// 4. Carry out (`SaveRun` in `RecordStore`, which lists its own phases): plan → `SaveOutcome`.
/// 5. Commit to memory (`commit`), when all stores have succeeded: `SaveChanges` and `SaveOutcome`
///    → instances that match their rows.
///
/// Within the transaction the store makes one call upward: to keep values that it is about to lose
/// (`keepValues`).
final class PendingSave {
  let session: any ModelStoreSession
  let context: ModelContext
  /// The model classes of the store.
  let bindings: StoreBindings
  let inserted: [PendingChanges.Entry]
  let changed: [PendingChanges.Entry]
  /// Without those whose deletion a resolution of conflicts has withdrawn.
  var deleted: [PendingChanges.Entry]
  let deletedKeys: [PendingChanges.KeyDeletion]

  /// The changes that are written, in the order of the plan.
  var written = SaveChanges()
  /// Instances with values that the store may have rounded or narrowed, and these properties.
  var rounded: [(entry: PendingChanges.Entry, properties: PropertyMask)] = []
  /// The outcome of the plan.
  private(set) var outcome = SaveOutcome()
  /// The contents of rows that inserted instances replaced, if that may be undone.
  var former: [UnsafeMutablePointer<_ModelState>: [(Int, PropertySnapshot)]] = [:]
  /// The instances that were read while the save was under way.
  var loaded: [PendingChanges.Entry] = []
  /// Instances with deleted rows that may be part of retain cycles.
  var gone: [PendingChanges.Entry] = []
  /// The changes that were dropped because of conflicts.
  var resolution = Resolution()
  /// The changed instances whose rows were deleted by others.
  private(set) var missing: Set<UnsafeMutablePointer<_ModelState>> = []

  /// What the resolution of conflicts has changed in memory.
  struct Resolution {
    /// Properties that got the stored values, with their unsaved ones.
    var replaced: [(model: any PersistentModel, index: Int, former: PropertySnapshot)] = []
    /// Instances that are not deleted after all.
    var withdrawn: [PendingChanges.Entry] = []
  }

  private init(
    _ session: any ModelStoreSession, _ bindings: StoreBindings, _ context: ModelContext,
    _ inserted: [PendingChanges.Entry], _ changed: [PendingChanges.Entry],
    _ deleted: [PendingChanges.Entry], _ deletedKeys: [PendingChanges.KeyDeletion]
  ) {
    self.session = session
    self.bindings = bindings
    self.context = context
    self.inserted = inserted
    self.changed = changed
    self.deleted = deleted
    self.deletedKeys = deletedKeys
  }

  /// Splits the pending changes of `context` into one save for each store they concern.
  static func gather(from context: ModelContext) throws -> [PendingSave] {
    let changes = context.changes
    let (inserted, changed) = (changes.inserted.marked, changes.changed.marked)
    let (deleted, keys) = (changes.deleted.marked, Array(changes.deletedKeys.values))
    let stores = context.core.stores
    let saves: [PendingSave] = try zip(stores, context.core.bindings.byStore).compactMap {
      store, bindings in
      let concerns = { (entry: PendingChanges.Entry) in entry.binding.store === store }
      let isOnly = stores.count == 1
      let save = PendingSave(
        try context.session(store), bindings, context,
        (isOnly ? inserted : inserted.filter(concerns)).grouped(by: \.entity),
        (isOnly ? changed : changed.filter(concerns)).grouped(by: \.entity),
        isOnly ? deleted : deleted.filter(concerns), keys.filter { $0.binding.store === store })
      return save.isEmpty ? nil : save
    }
    guard saves.count > 1 else { return saves }
    // Stores without transactions come last, within the transactions of the others.
    return saves.filter(\.session.store.isTransactional)
      + saves.filter { !$0.session.store.isTransactional }
  }

  private var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && deletedKeys.isEmpty
  }

  /// Performs the saves of several stores, each transaction within the one before, so that a store
  /// that refuses its changes undoes all of them.
  static func perform(_ saves: ArraySlice<PendingSave>) throws {
    guard let first = saves.first else { return }
    do {
      first.outcome = try first.session.save(first) { try perform(saves.dropFirst()) }
    } catch let taken as TakenValues {
      throw first.described(taken)
    }
    first.missing = Set(first.outcome.missing.map { first.written.changed[$0].state })
  }
}

extension PendingChanges.Entry {
  /// Groups the rows of a save by entity, so that statements are not interleaved.
  fileprivate var entity: ObjectIdentifier { ObjectIdentifier(binding) }
}
