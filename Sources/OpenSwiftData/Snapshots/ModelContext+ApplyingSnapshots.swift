import Foundation

extension ModelContext {
  /// Gives a model what was changed in a snapshot of it; the next save stores it.
  ///
  /// Each property is looked at by itself, with three values of it: the one that the snapshot was made with, that
  /// of the snapshot now, and that of the model now, as other contexts have saved it or this one has set it.
  /// Where only the snapshot's is another, the model gets it. Where both are others that differ, it is a
  /// conflict. What is equal, or was not changed in the snapshot, stays.
  ///
  /// Reads the row, with one statement. Nothing is changed where it throws.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - policy: What to do with conflicts.
  /// - Returns: The model.
  /// - Throws: ``SnapshotConflict`` for conflicts, where the policy is to fail, and for a model that was deleted;
  ///   `SwiftDataError.modelValidationFailure` for an identifier in a relationship that names no model;
  ///   `SwiftDataError.unsupportedKeyPath` where a property was set that is not stored; what the store throws.
  @discardableResult
  public func apply<Model: PersistentModel>(
    _ snapshot: ModelSnapshot<Model>, onConflict policy: SnapshotConflictPolicy = .fail
  ) throws -> Model {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    if let failure = snapshot.failure { throw failure }
    let binding = try binding(of: snapshot)
    let changed = snapshot.changedNames
    guard let model = try current(snapshot.persistentModelID, binding) as? Model else {
      throw SnapshotConflict(
        snapshot: snapshot, current: nil, propertyNames: changed.sorted())
    }
    let now = ModelSnapshot(model)
    try throwDeferredFailure()
    var conflicts: Set<String> = []
    var differing: Set<String> = []
    for name in changed {
      guard let value = snapshot.values[name], let current = now.values[name],
        !value.isSame(as: current)
      else { continue }
      differing.insert(name)
      if !(snapshot.base[name]?.isSame(as: current, ignoringOrder: true) ?? false) {
        conflicts.insert(name)
      }
    }
    if !conflicts.isEmpty, policy == .fail {
      throw SnapshotConflict(
        snapshot: snapshot, current: now, propertyNames: conflicts.sorted())
    }
    if policy == .keepModel { differing.subtract(conflicts) }
    let values = snapshot.values.filter { differing.contains($0.key) }
    try set(try prepared(values, binding), of: model, binding)
    return model
  }

  /// Makes a new model with the values of a snapshot; the next save stores it.
  ///
  /// It is of the class that the snapshot was taken of, which may be one that inherits from `Model`.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter snapshot: The snapshot; its identifier is of no consequence.
  /// - Returns: The model.
  /// - Throws: `SwiftDataError.modelValidationFailure` for an identifier in a relationship that names no model;
  ///   `SwiftDataError.unsupportedKeyPath` where a property was set that is not stored;
  ///   `SwiftDataError.unknownSchema` where the container does not know the model. Nothing is inserted then.
  @discardableResult
  public func insert<Model: PersistentModel>(_ snapshot: ModelSnapshot<Model>) throws -> Model {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    if let failure = snapshot.failure { throw failure }
    let binding = try binding(of: snapshot)
    let values = try prepared(snapshot.values, binding)
    let made = MissingValue.model(of: binding.modelType)
    let model = made as? Model ?? MissingValue.model(Model.self)
    try set(values.filter { !binding.properties[$0.index].isRelationship }, of: model, binding)
    insert(model)
    try set(
      values.filter { entry in
        guard binding.properties[entry.index].isRelationship else { return false }
        // Where it says nobody, another that is at the other side may say who.
        if case .relationship(let other) = entry.value { return !other.models.isEmpty }
        return true
      }, of: model, binding)
    return model
  }

  /// The snapshots of the models that `descriptor` asks for, in order.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Throws: As `fetch(_:)` does, and what reading the values throws.
  public func fetchSnapshots<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> [ModelSnapshot<Model>] {
    var whole = descriptor
    whole.propertiesToFetch = []
    let snapshots = try fetch(whole).map { ModelSnapshot($0) }
    try throwDeferredFailure()
    return snapshots
  }

  /// The binding of the class that a snapshot was taken of.
  private func binding<Model: PersistentModel>(
    of snapshot: ModelSnapshot<Model>
  ) throws -> EntityBinding {
    let binding = try core.bindings.binding(for: Model.self)
    guard binding.hasSubclasses,
      let concrete = core.bindings.binding(named: snapshot.persistentModelID.entityName),
      concrete.modelType is Model.Type
    else { return binding }
    return concrete
  }

  /// The instance of a row as others have saved it by now; nil where it is gone.
  private func current(
    _ identifier: PersistentIdentifier, _ wanted: EntityBinding
  ) throws -> (any PersistentModel)? {
    guard let binding = binding(for: identifier) else { return nil }
    let key = binding.rowKey(of: identifier)
    if key < 0 {
      return instance(key, of: binding).map(binding.model)
    }
    guard !changes.isDeleted(key, of: binding),
      let object = try session(binding.store).load([key], of: binding, nil, into: self).first,
      let state = binding.state(of: object), !state.isMarked(.deleted)
    else { return nil }
    return binding.model(object)
  }
}

/// The value of a property, ready to be set.
private enum PreparedValue {
  case attribute(SnapshotValue)
  case relationship(PropertySnapshot)
}

extension ModelContext {
  private typealias PreparedProperty = (index: Int, value: PreparedValue)

  /// Finds the models of relationships, before anything is set.
  private func prepared(
    _ values: [String: SnapshotValue], _ binding: EntityBinding
  ) throws -> [PreparedProperty] {
    try binding.properties.indices.compactMap { index in
      let property = binding.properties[index]
      guard let value = values[property.name] else { return nil }
      guard property.isRelationship else {
        if case .unreadable = value { return nil }
        return (index, .attribute(value))
      }
      let isToMany = binding.relationship(index)?.isToMany ?? false
      let models = try value.identifiers.map { try related($0, binding, property.name) }
      return (index, .relationship(isToMany ? .members(models) : .target(models.first)))
    }
  }

  private func related(
    _ identifier: PersistentIdentifier, _ owner: EntityBinding, _ property: String
  ) throws -> any PersistentModel {
    if let binding = binding(for: identifier) {
      let key = binding.rowKey(of: identifier)
      if let known = instance(key, of: binding) { return binding.model(known) }
      if key > 0, !changes.isDeleted(key, of: binding),
        let found = try load([key], binding).first
      {
        return binding.model(found)
      }
    }
    throw SwiftDataError.modelValidationFailure.explained(
      "The identifier of a \(identifier.entityName) in a snapshot names no model.",
      entity: owner.name, property: property,
      advice: "Insert and save the other model before.")
  }

  private func set(
    _ values: [PreparedProperty], of model: any PersistentModel, _ binding: EntityBinding
  ) throws {
    for (index, value) in values {
      switch value {
      case .attribute(let value):
        try SnapshotSetter(entity: binding.name, property: binding.properties[index])
          .setAny(value, of: model)
      case .relationship(let other): other.restore(to: model, index, in: self)
      }
    }
  }
}

extension SnapshotSetter {
  fileprivate func setAny(_ value: SnapshotValue, of model: any PersistentModel) throws {
    try set(value, of: model)
  }
}

extension SnapshotValue {
  /// Whether both say the same; members of a relationship in whatever order, if that is asked for.
  fileprivate func isSame(as other: SnapshotValue, ignoringOrder: Bool) -> Bool {
    if ignoringOrder, case .members(let left) = self, case .members(let right) = other {
      return left.count == right.count && Set(left) == Set(right)
    }
    return isSame(as: other)
  }
}

extension ModelContainer {
  /// Snapshots of what a fetch finds, now and after each save that changes the models.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter descriptor: What to fetch.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func snapshots<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>
  ) -> ValueSequence<Model, ModelSnapshot<Model>> {
    results(of: descriptor) { ModelSnapshot($0) }
  }
}
