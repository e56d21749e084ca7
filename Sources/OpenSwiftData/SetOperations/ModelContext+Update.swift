import Foundation
import SQLCore

extension ModelContext {
  /// Sets attributes of all models of a type that meet a predicate, at once and without fetching
  /// them.
  ///
  /// ```swift
  /// try context.update(
  ///   Trip.self, where: #Predicate { $0.start < today }, .set(\.isOver, to: true),
  ///   .increment(\.views, by: 1))
  /// ```
  /// ```sql
  /// UPDATE ZTRIP SET Z_OPT = Z_OPT + 1, ZISOVER = 1, ZVIEWS = ZVIEWS + 1 WHERE ZSTART < …
  /// ```
  ///
  /// Fetching the models, setting their properties in a loop and saving would have the same result,
  /// but for when it is written:
  ///
  /// - Stored models without unsaved changes are updated in the store, in a transaction of its own;
  ///   `rollback()` does not take that back. Their instances in this context get the new values, and
  ///   their observers are told; other contexts see them as they see a save of this one.
  /// - Models with unsaved changes are those that meet the predicate with their unsaved values. They
  ///   get the new values in memory, which the next `save()` writes along with the other changes.
  ///   Models that the next save deletes are left alone.
  ///
  /// Other unsaved changes stay unsaved. All assignments read the values from before the update, in
  /// whatever order they stand. A unique value that two models would have is an error, where saving
  /// would let the later model replace the earlier one.
  ///
  /// Executes one statement in one transaction. Where SQL cannot say the predicate, the models that
  /// may meet it are fetched first; where a computed unique value collides on the way to a result
  /// without collisions, one more statement for each row puts things right.
  ///
  /// Posts ``didSave`` with the identifiers of the updated rows.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models; those of its subclasses are among them.
  ///   - predicate: Which models; nil for all.
  ///   - first: The first assignment.
  ///   - rest: More assignments, each to another attribute.
  /// - Returns: How many models got new values, in the store or in memory.
  /// - Throws: `SwiftDataError`: `modelValidationFailure` when two models would have the same unique
  ///   value, `valueCannotBeStored` when an attribute's type does not hold a result,
  ///   `unsupportedKeyPath` for a relationship, an attribute with external storage, or what is not
  ///   stored, and what `save()` throws. Nothing is changed then.
  @discardableResult
  public func update<T: PersistentModel>(
    _ model: T.Type, where predicate: Predicate<T>? = nil, _ first: Assignment<T>,
    _ rest: Assignment<T>...
  ) throws -> Int {
    try update(model, where: predicate, [first] + rest)
  }

  /// Sets attributes of all models of a type that meet a predicate, with assignments that are put
  /// together at run time.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models; those of its subclasses are among them.
  ///   - predicate: Which models; nil for all.
  ///   - assignments: The assignments, each to another attribute; without any, nothing is done.
  /// - Returns: How many models got new values, in the store or in memory.
  /// - Throws: As ``update(_:where:_:_:)``.
  @discardableResult
  public func update<T: PersistentModel>(
    _ model: T.Type, where predicate: Predicate<T>? = nil, _ assignments: [Assignment<T>]
  ) throws -> Int {
    guard !assignments.isEmpty else { return 0 }
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    let plan = try plan(FetchDescriptor<T>(predicate: predicate), binding)
    let update = try RowUpdate(assignments, of: plan, predicate, in: self)
    let setters = try settersOfPendingModels(assignments, plan, predicate)
    try update.perform()
    update.refreshInstances()
    for set in setters.all { set() }
    let rows = update.updatedRows
    guard !rows.isEmpty else { return setters.modelCount }
    let summary = SaveSummary(
      updated: rows.map { core.bindings.identifier($0.key, entity: $0.entity, binding) })
    publish(summary)
    NotificationCenter.default.post(
      name: Self.didSave, object: self, userInfo: summary.userInfo)
    return rows.count + setters.modelCount
  }

  /// What is to be set in models with unsaved changes, worked out before anything is set.
  private func settersOfPendingModels<T: PersistentModel>(
    _ assignments: [Assignment<T>], _ plan: FetchPlan, _ predicate: Predicate<T>?
  ) throws -> (all: [() -> Void], modelCount: Int) {
    let taken = try pendingCascades(mapIndex: plan.binding.mapIndex)
    var models = pendingModels(T.self, without: taken)
    if let predicate { models = try models.filter { try plan.isFulfilled(predicate, by: $0) } }
    let setters = try models.flatMap { model in
      try assignments.map { assignment in
        if let set = assignment.prepare(model) { return set }
        throw plan.binding.resultDoesNotFit(assignment.attribute)
      }
    }
    return (setters, models.count)
  }
}

extension EntityBinding {
  func resultDoesNotFit(_ keyPath: AnyKeyPath) -> SwiftDataError {
    resultDoesNotFit(
      type(of: keyPath).valueType, of: propertyNumber(of: keyPath).map { properties[$0].name })
  }

  /// The same, where the database tells neither the row nor, among several, the attribute.
  func resultDoesNotFit(
    _ type: Any.Type?, of property: String?, underlying: (any Error)? = nil
  ) -> SwiftDataError {
    .valueCannotBeStored.explained(
      "The result of an assignment is no \(type.map(typeText) ?? "value of its attribute's type").",
      entity: name, property: property,
      advice: "Leave out the models whose values would become too large or too small.",
      underlying: underlying)
  }
}
