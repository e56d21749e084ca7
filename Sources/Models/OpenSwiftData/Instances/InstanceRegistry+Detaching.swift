import RecordStore

extension InstanceRegistry {
  typealias StatePointer = UnsafeMutablePointer<_ModelState>

  /// Marks all instances as stale if another connection wrote to the store; a fetch of their rows
  /// then updates them.
  ///
  /// Called while a statement of the session runs.
  func applyExternalChanges(_ session: any ModelStoreSession) {
    // The lender's instances have to know of these changes, too.
    if let lender { return lender.applyExternalChanges(session) }
    if session.consumeExternalChanges() { markStale() }
  }

  /// Marks all instances as stale.
  func markStale() {
    forEachInstance { object in
      guard let model = object as? any PersistentModel else { return }
      ModelStates.state(of: model)?.pointee.flags.insert(.stale)
    }
  }

  /// Unloads the unchanged instances that others may have changed; they are read again when they
  /// are used.
  func unloadStale() {
    forEachInstance { object in
      guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model),
        state.isMarked(.stale), state.pointee.changes == 0, state.pointee.key > 0,
        let binding = state.pointee.binding?.takeUnretainedValue()
      else { return }
      state.pointee.extra?.forgetAllMembers()
      state.pointee.flags.insert(.partial)
      binding.mutate(model, .all) { binding.unload(model, .all) }
    }
  }

  /// Detaches an instance of another class that is registered under a key.
  ///
  /// A row never changes its entity, but the program may have invented an identifier.
  func makeRoom(_ key: Int64, _ binding: EntityBinding) {
    if let other = instance(key, mapIndex: binding.mapIndex) { detach(other) }
  }

  /// Detaches an instance from the context.
  func detach(_ object: AnyObject) {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model)
    else { return }
    detach(model, state)
  }

  /// Detaches an instance whose class is known; finding the class takes longer than all the rest.
  func detach(_ model: any PersistentModel, _ state: StatePointer) {
    if let binding = state.pointee.binding?.takeUnretainedValue(), state.isMarked(.registered) {
      remove(state.pointee.key, of: binding)
    }
    let older = olderInstances(state)
    release(model, state)?.state.clearChanges()
    for object in older { release(object)?.state.clearChanges() }
  }

  /// The instances that the instance with this state replaced.
  func olderInstances(_ state: StatePointer) -> [AnyObject] {
    guard let row = state.pointee.extra?.unusual?.row else { return [] }
    return aliases.values.map { $0.takeUnretainedValue() }.filter { object in
      (object as? any PersistentModel).flatMap(ModelStates.state)?.pointee.extra?.standIn === row
    }
  }

  /// Makes an instance independent that is no longer in the identity map, or is about to leave it.
  ///
  /// - Returns: Its state, which still records what changed, and its former binding.
  @discardableResult
  func release(_ object: AnyObject) -> (state: StatePointer, binding: EntityBinding)? {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model)
    else { return nil }
    return release(model, state)
  }

  private func release(
    _ model: any PersistentModel, _ state: StatePointer
  ) -> (state: StatePointer, binding: EntityBinding)? {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return nil }
    let identifier = ModelStates.identifier(of: state, model)
    binding.prepareDetachment(state)
    if state.pointee.key < 0 { state.clearChanges() }
    state.pointee.registry = nil
    state.pointee.binding = nil
    state.pointee.flags.formIntersection(.partial)
    let extra = state.ensuredExtra
    extra.detachedIdentifier = identifier
    if let alias = extra.aliasNumber {
      forgetAlias(alias)
      extra.aliasNumber = nil
    }
    // Remembered members may refer back to this instance.
    extra.forgetAllMembers()
    return (state, binding)
  }

  /// Removes an instance so that another owner can adopt it.
  func unregister(_ state: StatePointer, _ binding: EntityBinding) {
    remove(state.pointee.key, of: binding)
    state.pointee.registry = nil
    state.pointee.binding = nil
    state.pointee.flags.formIntersection(.partial)
    state.pointee.batch = 0
  }
}

extension EntityBinding {
  /// Prepares an instance that loses its context to read missing values later.
  func prepareDetachment(_ state: UnsafeMutablePointer<_ModelState>) {
    guard !record.laterProperties.isEmpty || state.isMarked(.partial), state.pointee.key > 0 else {
      return
    }
    state.ensuredExtra.formerBinding = self
  }
}
