import Foundation

extension ModelContext {
  /// Applies the changes made in a snapshot to its model; the next save stores them.
  ///
  /// Each property is considered separately, with three values: the one that the snapshot was made
  /// with, the one in the snapshot now, and the one in the model now, as other contexts have saved
  /// it or this one has set it. If only the snapshot's value was changed, the model gets it. If
  /// both were changed to different values, this is a conflict. Values that are equal, or were not
  /// changed in the snapshot, stay.
  ///
  /// Reads the row, with one statement. If it throws, nothing is changed.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - policy: How to resolve conflicts.
  /// - Returns: The model.
  /// - Throws: ``SnapshotConflict`` for conflicts if the policy is to fail, and for a model that
  ///   was deleted; `SwiftDataError.modelValidationFailure` for an identifier in a relationship
  ///   that refers to no model; `SwiftDataError.unsupportedKeyPath` if a property was set that is
  ///   not stored; errors of the store.
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

  /// Inserts a new model with the values of a snapshot; the next save stores it.
  ///
  /// It has the class that the snapshot was taken of, which may be a subclass of `Model`.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter snapshot: The snapshot; only the entity of its identifier matters.
  /// - Returns: The model.
  /// - Throws: `SwiftDataError.modelValidationFailure` for an identifier in a relationship that
  ///   refers to no model; `SwiftDataError.unsupportedKeyPath` if a property was set that is not
  ///   stored; `SwiftDataError.unknownSchema` if the container does not know the model. Nothing is
  ///   inserted then.
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
        // If it is empty, another relationship may set it from the other end.
        if case .relationship(let other) = entry.value { return !other.models.isEmpty }
        return true
      }, of: model, binding)
    return model
  }

  /// The snapshots of the models that match `descriptor`, in order.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Throws: As `fetch(_:)` does, and errors of reading the values.
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

  /// The instance of a row, updated with what others have saved; nil if the row was deleted.
  private func current(
    _ identifier: PersistentIdentifier, _ wanted: EntityBinding
  ) throws -> (any PersistentModel)? {
    guard let binding = binding(for: identifier) else { return nil }
    let key = binding.rowKey(of: identifier)
    if key < 0 {
      return instance(key, of: binding).map(binding.model)
    }
    guard !changes.isDeleted(key, of: binding),
      let object = try session(binding.store).load([key], of: binding, nil, into: registry).first,
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

  /// Finds the models of relationships before anything is set.
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
      "The snapshot cannot be applied: it refers to a model of \(identifier.entityName) that was "
        + "not found.",
      entity: owner.name, property: property,
      advice: "Insert and save the other model first.")
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
  /// Whether both have the same value, optionally ignoring the order of a relationship's members.
  fileprivate func isSame(as other: SnapshotValue, ignoringOrder: Bool) -> Bool {
    if ignoringOrder, case .members(let left) = self, case .members(let right) = other {
      return left.count == right.count && Set(left) == Set(right)
    }
    return isSame(as: other)
  }
}

extension ModelContainer {
  /// Snapshots of the models that a fetch finds, now and after each save that changes the models.
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
