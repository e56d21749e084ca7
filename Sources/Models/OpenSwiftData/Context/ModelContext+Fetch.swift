import Foundation
import PredicateSQL

extension ModelContext {
  /// The models that match `descriptor`, taking unsaved changes into account.
  ///
  /// Executes one statement, and one more for each relationship to prefetch.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` if Foundation itself could not evaluate the
  ///   predicate, `SwiftDataError.unknownSchema` if the container does not know the model, and
  ///   errors of the store.
  public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let (binding, cache) = try reading(of: T.self)
    var fingerprint = changes.isEmpty ? cache?.fingerprint(of: descriptor, binding, .models) : nil
    let models: [T]
    if let cache, let fingerprint,
      let found = try cache.runKnown(
        fingerprint, FetchRange.asked(by: descriptor), binding, into: registry)
    {
      models = typed(found, binding)
    } else {
      models = try fetchModels(descriptor, binding, fingerprint)
    }
    cache?.reuse(&fingerprint)
    if descriptor.prefetches {
      try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models, binding)
    }
    return models
  }

  /// Fetches models with a statement that is not cached.
  @inline(never)
  private func fetchModels<T>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ fingerprint: FingerprintReader?
  ) throws -> [T] where T: PersistentModel {
    let session = try session(binding.store)
    let plan = try plan(descriptor, binding)
    if let fingerprint { session.fetchCache?.keep(plan, for: fingerprint, descriptor, .models) }
    if descriptor.includePendingChanges, hasPendingChanges(mapIndex: binding.mapIndex) {
      return plan.range.of(try fetchWithPendingChanges(descriptor, plan))
    }
    if plan.isExact {
      return try typed(session.run(plan, range: plan.range, into: registry), binding)
    }
    if !descriptor.includePendingChanges, !changes.isEmpty {
      return try fetchStored(descriptor, plan)
    }
    var models: [T] = try typed(session.run(plan, range: nil, into: registry), binding)
    if let predicate = descriptor.predicate, !plan.conditionIsExact {
      models = try models.filter { try plan.isFulfilled(predicate, by: $0) }
    }
    if !plan.orderIsExact { models.sort(using: descriptor.sortBy) }
    return plan.range.of(models)
  }

  /// The number of models that `fetch(_:)` would return; does not create them if SQL can count.
  ///
  /// - Throws: As `fetch(_:)` does.
  public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int
  where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let (binding, cache) = try reading(of: T.self)
    var fingerprint = changes.isEmpty ? cache?.fingerprint(of: descriptor, binding, .count) : nil
    defer { cache?.reuse(&fingerprint) }
    if let cache, let fingerprint, let count = try cache.countKnown(fingerprint) {
      return FetchRange.asked(by: descriptor).count(of: count)
    }
    return try count(descriptor, binding, fingerprint)
  }

  /// Counts models with a statement that is not cached.
  @inline(never)
  private func count<T>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ fingerprint: FingerprintReader?
  ) throws -> Int where T: PersistentModel {
    let session = try session(binding.store)
    let plan = try plan(descriptor, binding, for: .count)
    if let fingerprint { session.fetchCache?.keep(plan, for: fingerprint, descriptor, .count) }
    guard plan.conditionIsExact else { return try fetch(descriptor).count }
    let overlays = descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    let count =
      overlays
      ? try countWithPendingChanges(descriptor, plan)
      : try session.count(plan, without: [])
    return plan.range.count(of: count)
  }

  /// A plan to answer `descriptor`.
  ///
  /// The plan works in memory if the descriptor asks about related models with pending changes,
  /// since the store does not know of these.
  func plan<T>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding,
    for purpose: FetchPurpose = .models
  ) throws -> FetchPlan where T: PersistentModel {
    verifyMembers()
    let plan = try session(binding.store).plan(descriptor, binding, for: purpose)
    guard descriptor.includePendingChanges,
      plan.relatedTrees.contains(where: { changes.concerns(mapIndex: $0) })
    else { return plan }
    return plan.inMemory(descriptor)
  }

  /// The identifiers of the models that `fetch(_:)` would return.
  ///
  /// - Throws: As `fetch(_:)` does.
  public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier] where T: PersistentModel
  {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try binding(of: T.self)
    let plan = try plan(descriptor, binding)
    let overlays = descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    guard !overlays, plan.isExact else { return try fetch(descriptor).map(\.persistentModelID) }
    return try session(binding.store).keys(plan).map {
      core.bindings.identifier($0.key, entity: $0.entity, binding)
    }
  }

  /// The objects, which are all of the model's class, as an array of that class.
  ///
  /// - Complexity: O(1) if both arrays have the same layout and share their storage; otherwise a
  ///   copy.
  private func typed<T: PersistentModel>(_ objects: [AnyObject], _ binding: EntityBinding) -> [T] {
    guard binding.sharesLayout else { return objects.map { unsafeDowncast($0, to: T.self) } }
    return unsafeBitCast(objects, to: [T].self)
  }
}
