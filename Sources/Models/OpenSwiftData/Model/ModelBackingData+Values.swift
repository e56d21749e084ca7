import Foundation

extension ModelBackingData: BackingData {
  var persistentModelID: PersistentIdentifier? {
    get {
      let state = stored.statePointer
      guard state.pointee.key != 0, let binding = state.pointee.binding?.takeUnretainedValue()
      else { return state.pointee.extra?.detachedIdentifier }
      return binding.identifier(of: state.pointee.key)
    }
    set { stored.statePointer.ensuredExtra.detachedIdentifier = newValue }
  }

  var metadata: Any { Model.schemaMetadata }

  /// The instance that replaced this one and has the values of its row; nil if there is none.
  var standIn: Model? { stored.statePointer.pointee.extra?.standIn?.current as? Model }

  private func value<Value>(_ key: KeyPath<Model, Value>) -> Value {
    if let standIn { return standIn[keyPath: key] }
    if let value: Value = known(key) { return value }
    let state = stored.statePointer
    if let context = state.pointee.context {
      context.fireFault(backing: stored, key)
    } else if let binding = state.pointee.extra?.formerBinding {
      let index = binding.propertyNumber(of: key) ?? -1
      binding.loadDetached(state, touching: index) { binding.load(stored, $0) }
    }
    return known(key) ?? MissingValue.resolved(Value.self, keyPath: key, in: Model.self)
  }

  /// The loaded value; without the guard, a missing value would be taken for an optional's nil.
  private func known<Value>(_ key: KeyPath<Model, Value>) -> Value? {
    guard let value = stored.values[key] else { return nil }
    return value as? Value
  }

  /// Sets a value in the instance that replaced this one; returns false if there is none.
  func forward<Value>(_ value: Value, _ key: KeyPath<Model, Value>) -> Bool {
    guard let standIn, let key = key as? ReferenceWritableKeyPath<Model, Value> else {
      return false
    }
    standIn[keyPath: key] = value
    return true
  }

  private func assign<Value>(_ value: Value, _ key: KeyPath<Model, Value>) {
    if forward(value, key) { return }
    let state = stored.statePointer
    if let context = state.pointee.context {
      context.willChange(backing: stored, keyPath: key)
    } else if let extra = state.pointee.extra, let reader = extra.reader,
      let index = extra.formerBinding?.propertyNumber(of: key)
    {
      reader.noteChange(state, index)
    }
    stored.values[key] = value
  }
}

extension ModelBackingData {
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value { value(forKey) }
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value { value(forKey) }

  func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    assign(newValue, forKey)
  }
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    assign(newValue, forKey)
  }
}
