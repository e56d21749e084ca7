extension ModelContext {
  /// Loads the missing values of a handwritten model from its row because the property at `keyPath`
  /// is read.
  func fireFault(backing: StoredBackingData, _ keyPath: AnyKeyPath) {
    let state = backing.statePointer
    guard state.pointee.key > 0, let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    do {
      let index = binding.propertyNumber(of: keyPath) ?? -1
      try session(binding.store).withRow(state.pointee.key, of: binding, touching: index) {
        binding.load(backing, $0)
      }
    } catch {
      deferFailure(error)
    }
  }

  /// Records that a property of a handwritten model is about to change.
  func willChange(backing: StoredBackingData, keyPath: AnyKeyPath) {
    let state = backing.statePointer
    guard let binding = state.pointee.binding?.takeUnretainedValue(),
      let index = binding.propertyNumber(of: keyPath)
    else { return }
    if let observation, let model = instance(state.pointee.key, of: binding) {
      tellObservers(observation, of: binding.model(model))
    }
    if readValues != nil, !state.hasChanged(index),
      let model = instance(state.pointee.key, of: binding)
    {
      recordReadValues(of: binding.model(model), state, index)
    }
    state.addChange(index)
    guard !state.isMarked(.inserted), !state.isMarked(.deleted), !state.isMarked(.changed),
      let model = instance(state.pointee.key, of: binding) as? any PersistentModel
    else { return }
    changes.changed.add(.init(model: model, state: state, binding: binding))
    noteChange()
  }
}
