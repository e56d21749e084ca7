import Foundation

extension ModelContext {
  /// The models that a fetch without limits would find after a save, in the order it would have
  /// then.
  ///
  /// Models that compare equal are ordered by primary key; unsaved ones follow in insertion order.
  func fetchWithPendingChanges<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: FetchPlan
  ) throws -> [T] {
    let taken = try pendingCascades(mapIndex: plan.binding.mapIndex)
    // SQL does not see unsaved changes: read as many more rows as may have to be dropped.
    let range = plan.isExact ? plan.range?.spared(changes.storedCount + taken.count) : nil
    var stored = try session(plan.binding.store).run(plan, range: range, into: registry).map {
      unsafeDowncast($0, to: T.self)
    }
    .filter { isAsStored($0, without: taken) }
    if let predicate = descriptor.predicate, !plan.conditionIsExact {
      stored = try stored.filter { try plan.isFulfilled(predicate, by: $0) }
    }
    if !plan.orderIsExact { stored.sort(using: descriptor.sortBy) }
    var pending = pendingModels(T.self, without: taken)
    if let predicate = descriptor.predicate {
      pending = try pending.filter { try plan.isFulfilled(predicate, by: $0) }
    }
    guard !pending.isEmpty else { return stored }
    return merge(stored, pending.sorted(using: descriptor.sortBy), descriptor.sortBy)
  }

  /// The number of models that a fetch without limits would find after a save; loads none.
  func countWithPendingChanges<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: FetchPlan
  ) throws -> Int {
    let taken = try pendingCascades(mapIndex: plan.binding.mapIndex)
    let known = changes.storedKeys(mapIndex: plan.binding.mapIndex) + taken.filter { $0 > 0 }
    let stored = try session(plan.binding.store).count(plan, without: known)
    let pending = pendingModels(T.self, without: taken)
    guard let predicate = descriptor.predicate else { return stored + pending.count }
    return try stored + pending.count { try plan.isFulfilled(predicate, by: $0) }
  }

  /// The changed models by primary key, then the inserted ones; without those whose keys are in
  /// `taken`, which delete rules will delete.
  func pendingModels<T: PersistentModel>(_ type: T.Type, without taken: Set<Int64>) -> [T] {
    let changed = changes.changed.marked
      .filter { $0.model is T && !isDeleted($0.state) }
      .sorted { $0.state.pointee.key < $1.state.pointee.key }
    let all = changed + changes.inserted.marked
    let kept = taken.isEmpty ? all : all.filter { !taken.contains($0.state.pointee.key) }
    return kept.compactMap { $0.model as? T }
  }

  /// Whether a model is neither changed nor to be deleted, and its key is not in `taken`.
  func isAsStored(_ model: some PersistentModel, without taken: Set<Int64>) -> Bool {
    guard let state = ModelStates.state(of: model) else { return true }
    return !state.isMarked(.changed) && !isDeleted(state)
      && (taken.isEmpty || !taken.contains(state.pointee.key))
  }

  private func isDeleted(_ state: UnsafeMutablePointer<_ModelState>) -> Bool {
    if state.isMarked(.deleted) { return true }
    guard !changes.deletedKeys.isEmpty, let binding = state.pointee.binding?.takeUnretainedValue()
    else { return false }
    return changes.isDeleted(state.pointee.key, of: binding)
  }

  /// Merges two sorted results.
  private func merge<T: PersistentModel>(
    _ stored: [T], _ pending: [T], _ order: [SortDescriptor<T>]
  ) -> [T] {
    func key(_ model: T) -> Int64 {
      guard let key = ModelStates.state(of: model)?.pointee.key, key > 0 else { return .max }
      return key
    }
    var merged: [T] = []
    merged.reserveCapacity(stored.count + pending.count)
    var rest = stored[...]
    for model in pending {
      let place = key(model)
      while let next = rest.first {
        let comparison = order.compare(next, model)
        guard
          comparison == .orderedAscending || comparison == .orderedSame && key(next) < place
        else { break }
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(model)
    }
    return merged + rest
  }

  /// The result of a fetch without pending changes, if SQL alone cannot answer it and instances of
  /// this context have other values than the store.
  func fetchStored<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: FetchPlan
  ) throws -> [T] {
    let keys = try ModelContext(container).fetchIdentifiers(descriptor).map(\.key)
    return try load(keys[...], plan.binding, plan)
      .map { unsafeDowncast($0, to: T.self) }
  }
}

extension PendingChanges {
  /// The keys of the stored rows of one entity tree that the next save changes or deletes.
  func storedKeys(mapIndex: Int) -> [Int64] {
    let entries = (changed.marked + deleted.marked).filter { $0.binding.mapIndex == mapIndex }
    let keys = deletedKeys.values.filter { $0.binding.mapIndex == mapIndex }.flatMap(\.keys.values)
    return entries.map { $0.state.pointee.key } + keys
  }

  /// The number of stored rows that the next save changes or deletes.
  var storedCount: Int {
    changed.count + deleted.count + deletedKeys.values.reduce(0) { $0 + $1.keys.count }
  }
}
