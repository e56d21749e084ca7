import Foundation

extension ModelContext {
  /// Sets attributes of all models of a type that match a predicate, without fetching the models.
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
  /// The result is the same as fetching the models, setting their properties in a loop, and saving,
  /// except for the time of writing:
  ///
  /// - Stored models without unsaved changes are updated in the store, in a separate transaction,
  ///   which `rollback()` does not undo. Their instances in this context get the new values, and
  ///   their observers are notified. Other contexts see the update like a save of this context.
  /// - Models with unsaved changes are matched by their unsaved values. They get the new values in
  ///   memory, and the next `save()` writes these along with their other changes. Models that the
  ///   next save deletes are not updated.
  ///
  /// Other unsaved changes stay unsaved. All assignments read the values from before the update,
  /// independent of their order. If two models would have the same unique value, the update fails;
  /// saving would instead let the later model replace the earlier one.
  ///
  /// Executes one statement in one transaction. If SQL cannot express the predicate, the models
  /// that may match are fetched first. If computed unique values collide temporarily, although the
  /// final values do not, the rows are updated with one more statement each.
  ///
  /// Posts ``didSave`` with the identifiers of the updated rows.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models, including its subclasses.
  ///   - predicate: The predicate; nil for all models.
  ///   - first: The first assignment.
  ///   - rest: More assignments, each to a different attribute.
  /// - Returns: The number of models that were updated, in the store or in memory.
  /// - Throws: `SwiftDataError`: `modelValidationFailure` if two models would have the same unique
  ///   value; `valueCannotBeStored` if an attribute's type cannot represent a result;
  ///   `unsupportedKeyPath` for a relationship, an attribute with external storage, or a property
  ///   that is not stored; and the errors of `save()`. Nothing is changed then.
  @discardableResult
  public func update<T: PersistentModel>(
    _ model: T.Type, where predicate: Predicate<T>? = nil, _ first: Assignment<T>,
    _ rest: Assignment<T>...
  ) throws -> Int {
    try update(model, where: predicate, [first] + rest)
  }

  /// Sets attributes of all models of a type that match a predicate, with assignments created at
  /// run time.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models, including its subclasses.
  ///   - predicate: The predicate; nil for all models.
  ///   - assignments: The assignments, each to a different attribute; if empty, nothing is done.
  /// - Returns: The number of models that were updated, in the store or in memory.
  /// - Throws: The errors of ``update(_:where:_:_:)``.
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

  /// The new values of models with unsaved changes, computed before any is set.
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

  /// The error for a failure that names no row and, if several are computed, no attribute.
  func resultDoesNotFit(
    _ type: Any.Type?, of property: String?, underlying: (any Error)? = nil
  ) -> SwiftDataError {
    .valueCannotBeStored.explained(
      "The result of an assignment is not a valid "
        + "\(type.map(typeText) ?? "value of its attribute's type").",
      entity: name, property: property,
      advice: "Exclude the models whose values would become too large or too small.",
      underlying: underlying)
  }
}
