import RecordStore

extension ModelContext {
  /// Moves an instance whose context has ended into this context, if its row still exists.
  ///
  /// Its changes become changes of this context. If this context already has an instance of the
  /// row, that one receives the changes, and the other becomes an alias of it.
  ///
  /// - Returns: False for any other instance, which is new to this context.
  /// - Throws: Errors of the store.
  func rejoin(
    _ object: AnyObject, _ state: StatePointer, _ binding: EntityBinding
  ) throws -> Bool {
    guard state.pointee.registry == nil, let extra = state.pointee.extra, extra.reader != nil,
      let identifier = extra.detachedIdentifier,
      extra.formerBinding?.isStored(as: binding) ?? false
    else { return false }
    let key = binding.rowKey(of: identifier)
    let known = instance(key, of: binding)
    guard try known != nil || isStored(key, binding) else { return false }
    func join<Model: PersistentModel>(_ model: Model) {
      let setters = binding.properties.indices.filter(state.hasChanged).compactMap {
        KeyPathValues.setter(binding.properties[$0].keyPath, from: model)
      }
      extra.leaveReader(object)
      state.clearChanges()
      state.pointee.flags = []
      if let known = known as? Model {
        keepAfterAll(known, binding)
        makeView(object, state, key, of: known, binding)
        for set in setters { set(known) }
      } else {
        binding.mutate(object, .all) { binding.unload(object, .all) }
        register(object, state, key, binding)
        state.pointee.flags.insert(.partial)
        for set in setters { set(model) }
      }
    }
    join(binding.model(object))
    return true
  }

  /// Moves a model into this context that is about to be related to one of its models; the next
  /// save reports a failure.
  func rejoinRelated(_ object: AnyObject, _ state: StatePointer, _ binding: EntityBinding) {
    do {
      _ = try rejoin(object, state, binding)
    } catch {
      deferFailure(error)
    }
  }

  /// The current instance of the row of `model`, moved into this context if its own has ended.
  func rejoined(_ model: any PersistentModel) -> any PersistentModel {
    let current = RowInstance.current(model)
    guard let state = ModelStates.state(of: current),
      state.pointee.extra?.reader != nil,
      let binding = try? core.bindings.binding(for: type(of: current))
    else { return current }
    rejoinRelated(current, state, binding)
    return RowInstance.current(current)
  }

  /// Whether a row with that key exists and is not to be deleted by the next save.
  private func isStored(_ key: Int64, _ binding: EntityBinding) throws -> Bool {
    guard !changes.isDeleted(key, of: binding) else { return false }
    return try session(binding.store).withRow(key, of: binding, touching: -1) { _ in }
  }

  private func keepAfterAll(_ model: any PersistentModel, _ binding: EntityBinding) {
    if let state = ModelStates.state(of: model) { keepAfterAll(model, state, binding) }
  }

  /// Makes `object` an alias of `known`, the instance of its row.
  private func makeView(
    _ object: AnyObject, _ state: StatePointer, _ key: Int64, of known: any PersistentModel,
    _ binding: EntityBinding
  ) {
    guard let knownState = ModelStates.state(of: known) else { return }
    state.pointee.registry = .passUnretained(registry)
    state.pointee.binding = .passUnretained(binding)
    state.pointee.key = key
    state.pointee.flags = [.alias]
    addAlias(object, state)
    let unusual = knownState.ensuredExtra.ensuredUnusual
    let row = unusual.row ?? RowInstance(known)
    unusual.row = row
    state.ensuredExtra.standIn = row
    binding.mutate(object, .all) { binding.unload(object, .all) }
  }
}

extension EntityBinding {
  /// Whether both bindings refer to the same rows, possibly through different containers.
  func isStored(as other: EntityBinding) -> Bool {
    self === other
      || store.identifier == other.store.identifier && store.path == other.store.path
        && name == other.name && modelType == other.modelType
  }
}
