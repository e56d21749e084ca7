import CoreDataFormat
import Foundation
import SQLCore

extension ModelContext {
  /// The models that `descriptor` asks for, with changes that were not saved yet.
  ///
  /// Executes one statement, and one more for each relationship to prefetch.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` when Foundation itself could not evaluate the
  ///   predicate, `SwiftDataError.unknownSchema` when the container does not know the model, and
  ///   what the store throws.
  public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let models = try fetchModels(descriptor)
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
      let binding = try core.bindings.binding(for: T.self)
      try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: models, binding)
    }
    return models
  }

  private func fetchModels<T>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [T] where T: PersistentModel {
    let binding = try core.bindings.binding(for: T.self)
    let shape = reader(of: descriptor, binding, .models)
    if let shape, let template = try session(binding.store).templates[shape.shape] ?? nil {
      return try typed(run(template, shape, FetchRange(descriptor), binding), binding)
    }
    let plan = try plan(descriptor, binding)
    if let shape {
      try keep(plan, plan.selectStatement(range: nil), for: shape, descriptor, .models)
    }
    if descriptor.includePendingChanges, hasPendingChanges(mapIndex: binding.mapIndex) {
      return plan.range.of(try fetchWithPendingChanges(descriptor, plan))
    }
    if plan.isExact {
      return try typed(run(plan, range: plan.range), binding)
    }
    if !descriptor.includePendingChanges, !changes.isEmpty {
      return try fetchStored(descriptor, plan)
    }
    var models: [T] = try typed(run(plan, range: nil), binding)
    if let predicate = descriptor.predicate, !plan.conditionIsExact {
      models = try models.filter { try plan.isFulfilled(predicate, by: $0) }
    }
    if !plan.orderIsExact { models.sort(using: descriptor.sortBy) }
    return plan.range.of(models)
  }

  /// The number of models that `fetch(_:)` would return, without making them where SQL can count.
  ///
  /// - Throws: As `fetch(_:)` does.
  public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int
  where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    let shape = reader(of: descriptor, binding, .count)
    if let shape, let template = try session(binding.store).templates[shape.shape] ?? nil {
      return FetchRange(descriptor).count(of: try count(template, shape, binding))
    }
    let plan = try plan(descriptor, binding)
    if let shape {
      try keep(plan, plan.countStatement(without: []), for: shape, descriptor, .count)
    }
    guard plan.conditionIsExact else { return try fetch(descriptor).count }
    let overlays = descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    let count =
      overlays
      ? try countWithPendingChanges(descriptor, plan)
      : try count(plan.countStatement(without: []), in: binding.store)
    return plan.range.count(of: count)
  }

  /// How to answer `descriptor`: in memory where it asks about related models that have pending
  /// changes, since the store does not know of them.
  func plan<T>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding
  ) throws -> FetchPlan where T: PersistentModel {
    verifyMembers()
    let plan = try FetchPlan(descriptor, binding)
    guard descriptor.includePendingChanges,
      plan.relatedTrees.contains(where: { changes.concerns(mapIndex: $0) })
    else { return plan }
    return FetchPlan(inMemory: descriptor, plan)
  }

  /// The number in the only row of `statement`.
  func count(_ statement: SQLFragment, in store: SQLiteStore) throws -> Int {
    try session(store).read(statement) { try $0.step() ? Int($0.row.int64(0)) : 0 }
  }

  /// The identifiers of the models that `fetch(_:)` would return.
  ///
  /// - Throws: As `fetch(_:)` does.
  public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws
    -> [PersistentIdentifier] where T: PersistentModel
  {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    let plan = try plan(descriptor, binding)
    let overlays = descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    guard !overlays, plan.isExact else { return try fetch(descriptor).map(\.persistentModelID) }
    return try keys(plan).map { core.bindings.identifier($0.key, entity: $0.entity, binding) }
  }

  /// The objects, all of which are of the model's class, as an array of that class.
  ///
  /// - Complexity: O(1): the arrays share their storage, which looks the same for every class; a copy
  ///   where it does not.
  private func typed<T: PersistentModel>(_ objects: [AnyObject], _ binding: EntityBinding) -> [T] {
    guard binding.sharesLayout else { return objects.map { unsafeDowncast($0, to: T.self) } }
    return unsafeBitCast(objects, to: [T].self)
  }

  /// Runs the SELECT of `plan` and makes or finds the instances.
  func run(_ plan: FetchPlan, range: FetchRange?) throws -> [AnyObject] {
    try session(plan.binding.store).read(plan.selectStatement(range: range)) { statement in
      try plan.binding.materialize(statement, in: self, plan.columns)
    }
  }

  /// The keys of the rows that `plan` selects, in order.
  func keys(_ plan: FetchPlan) throws -> [(key: Int64, entity: Int64)] {
    try session(plan.binding.store).read(plan.keyStatement) { statement in
      var keys: [(Int64, Int64)] = []
      while let key = try statement.nextKey() {
        guard key > 0 else { throw plan.binding.impossibleKey(key) }
        keys.append((key, statement.row.int64(1)))
      }
      return keys
    }
  }
}
