extension ModelContext {
  /// Begins or ends copying the values of changed models.
  func conflictPolicyDidChange() {
    if case .mergeByProperty = conflictPolicy {
      readValues = nil
    } else if readValues == nil {
      readValues = ReadValues()
      // What was changed before has lost its former values; the others are known.
      for entry in changes.changed.marked + changes.deleted.marked {
        recordReadValues(of: entry.model, entry.state, nil)
      }
    }
  }

  /// Copies the values of a model that is about to be changed or deleted.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - state: Its state.
  ///   - index: The property that is about to change; nil for none.
  @inline(never)
  func recordReadValues(of model: any PersistentModel, _ state: StatePointer, _ index: Int?) {
    guard state.pointee.key > 0, let binding = state.pointee.binding?.takeUnretainedValue() else {
      return
    }
    fill(model, state, binding)
    readValues?.record(model, state, binding, index)
  }
}
