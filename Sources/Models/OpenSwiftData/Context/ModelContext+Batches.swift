import Foundation
import RecordStore

extension ModelContext {
  /// The models that match `descriptor`, loaded `batchSize` at a time as they are accessed.
  ///
  /// If SQL alone cannot answer the fetch, all models are loaded at once.
  ///
  /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` if the descriptor includes
  ///   pending changes, which cannot be merged into a result that is not in memory; and errors of
  ///   `fetch(_:)`.
  public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<T> where T: PersistentModel
  {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard !descriptor.includePendingChanges else {
      throw SwiftDataError.includePendingChangesWithBatchSize
    }
    let binding = try core.bindings.binding(for: T.self)
    let plan = try session(binding.store).plan(descriptor, binding, for: .models)
    guard plan.isExact else {
      let models = try fetch(descriptor)
      return FetchResultsCollection(count: models.count, batchSize: models.count) {
        Array(models[$0])
      }
    }
    let keys = try session(binding.store).keys(plan).map(\.key)
    return FetchResultsCollection(count: keys.count, batchSize: batchSize) { range in
      // Reading an element cannot throw, and its row may be deleted by now: missing rows read as
      // empty, and the next save reports a failure.
      var loaded: [AnyObject]?
      do {
        loaded = try self.load(keys[range], binding, plan)
      } catch {
        self.deferFailure(error)
      }
      return withExtendedLifetime(loaded) {
        keys[range].map { unsafeDowncast(self.instanceOrFault($0, of: binding), to: T.self) }
      }
    }
  }

  /// The identifiers of the models that match `descriptor`, as a collection.
  ///
  /// - Throws: As `fetch(_:batchSize:)` does.
  public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws
    -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel
  {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard !descriptor.includePendingChanges else {
      throw SwiftDataError.includePendingChangesWithBatchSize
    }
    let identifiers = try fetchIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) {
      Array(identifiers[$0])
    }
  }

  /// Runs `block` for each model that matches `fetch`, with at most `batchSize` models in memory.
  ///
  /// If SQL alone cannot answer the fetch, or it has to include unsaved changes, all models are
  /// loaded at once.
  ///
  /// - Parameters:
  ///   - fetch: The models to enumerate; they are found once, before the first call of `block`.
  ///   - batchSize: The number of models to load with one statement.
  ///   - allowEscapingMutations: Whether `block` may leave unsaved changes behind. If not, they end
  ///     the enumeration with an error, since they would accumulate in memory.
  ///   - block: The function to call with each model.
  /// - Throws: Errors of `block` and of `fetch(_:)`, and `SwiftDataError.enumerationLeftChanges`
  ///   for unsaved changes after a batch.
  public func enumerate<T>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    let plan = try plan(fetch, binding)
    guard plan.isExact,
      !hasPendingChanges(mapIndex: binding.mapIndex) || !fetch.includePendingChanges
    else {
      for model in try self.fetch(fetch) { try block(model) }
      try checkEscapedChanges(allowEscapingMutations, binding)
      return
    }
    if binding.store.isUnchanging, plan.isPlain {
      return try enumerateUnchanging(plan, batchSize, block)
    }
    let session = try session(binding.store)
    try session.withSmallCache {
      let keys = try session.rowKeys(plan)
      try forEachBatch(of: keys, plan, batchSize) { (model: T) in
        try block(model)
      } after: {
        try checkEscapedChanges(allowEscapingMutations, binding)
      }
    }
  }

  private func forEachBatch<T: PersistentModel>(
    of keys: [Int64], _ plan: FetchPlan, _ batchSize: Int, _ block: (T) throws -> Void,
    after batchIsDone: () throws -> Void
  ) throws {
    var start = 0
    while start < keys.count {
      let end = min(start + max(1, batchSize), keys.count)
      for model in try load(keys[start..<end], plan.binding, plan) {
        try block(unsafeDowncast(model, to: T.self))
      }
      try batchIsDone()
      start = end
    }
  }

  /// Enumerates the rows of a store that does not change; even their keys are read in batches.
  private func enumerateUnchanging<T: PersistentModel>(
    _ plan: FetchPlan, _ batchSize: Int, _ block: (T) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let session = try session(plan.binding.store)
      let keys = try session.keys(plan, after: last, limit: max(1, batchSize))
      guard let greatest = keys.last else { return }
      last = greatest
      try forEachBatch(of: keys, plan, keys.count, block, after: {})
    }
  }

  private func checkEscapedChanges(_ areAllowed: Bool, _ binding: EntityBinding) throws {
    // Changes of a transaction are written at its end.
    guard areAllowed || isInTransaction || !hasChanges else {
      throw SwiftDataError.enumerationLeftChanges.explained(
        "The block of enumerate left unsaved changes behind.", entity: binding.name,
        advice: "Save in the block, or pass allowEscapingMutations: true.")
    }
  }

  /// The instances with the given keys, in that order, loaded with one statement.
  func load(
    _ keys: ArraySlice<Int64>, _ binding: EntityBinding, _ plan: FetchPlan? = nil
  ) throws -> [AnyObject] {
    let found = try session(binding.store).load(keys, of: binding, plan, into: registry)
    // The result retains the instances, so that each key finds its own in the identity map.
    return withExtendedLifetime(found) { keys.compactMap { instance($0, of: binding) } }
  }

  /// Deletes all matching models of a type with the next save.
  ///
  /// Models in memory are marked as deleted at once. Rows without an instance are loaded only if
  /// SQL alone cannot answer the fetch or the context has changed models.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public func delete<T>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    let plan = try plan(descriptor, binding)
    for entry in changes.inserted.marked {
      guard let inserted = entry.model as? T,
        try predicate.map({ try plan.isFulfilled($0, by: inserted) }) ?? true,
        includeSubclasses || type(of: inserted) == T.self
      else { continue }
      delete(inserted)
    }
    guard plan.isExact, changes.changed.count == 0 else {
      for found in try fetch(descriptor) where includeSubclasses || type(of: found) == T.self {
        delete(found)
      }
      return
    }
    let number = Int64(binding.record.number)
    var unregistered: [Int64] = []
    var ofSubclasses: [Int64: [Int64]] = [:]
    for row in try session(binding.store).keys(plan) where includeSubclasses || row.entity == number
    {
      // Casting a missing instance would cost more than the lookup.
      if let known = instance(row.key, of: binding) {
        if let known = known as? T { delete(known) }
      } else if row.entity == number || !binding.hasSubclasses {
        unregistered.append(row.key)
      } else {
        ofSubclasses[row.entity, default: []].append(row.key)
      }
    }
    noteDeleted(unregistered, binding)
    for (number, keys) in ofSubclasses {
      noteDeleted(keys, binding.subclass(number: number) ?? binding)
    }
  }

  /// Schedules rows without an instance for deletion by the next save.
  private func noteDeleted(_ keys: [Int64], _ binding: EntityBinding) {
    guard !keys.isEmpty else { return }
    changes.deletedKeys[ObjectIdentifier(binding), default: .init(binding: binding)].keys
      .formUnion(keys)
    observation?.noteEverything()
    noteChange()
  }
}
