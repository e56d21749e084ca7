extension RowInstance {
  /// The current instance of the row of `model`: itself, unless another one replaced it.
  static func current(_ model: any PersistentModel) -> any PersistentModel {
    ModelStates.state(of: model)?.pointee.extra?.standIn?.current ?? model
  }

  /// The instance that replaced `model`; nil if `model` is current.
  @inline(__always)
  static func standIn<Model: _InlineModel>(for model: Model) -> Model? {
    guard let row = model._$statePointer.pointee.extra?.standIn else { return nil }
    return row.current as? Model
  }

  /// The value of a property in the instance that replaced `model`; nil if `model` is current.
  static func value<Value, Model: _InlineModel>(_ index: Int, of model: Model) -> Value? {
    guard let current = standIn(for: model),
      let keyPath = Model.keyPath(index) as? KeyPath<Model, Value>
    else { return nil }
    return current[keyPath: keyPath]
  }

  /// Copies a property that was set in a replaced instance to the instance that replaced it.
  static func forward<Model: _InlineModel>(_ index: Int, from model: Model) {
    let keyPath = Model.keyPath(index)
    func open<Member>(_ type: Member.Type) {
      if let keyPath = keyPath as? KeyPath<Model, Member> { forward(keyPath, from: model) }
    }
    _openExistential(Swift.type(of: keyPath).valueType, do: open)
  }

  /// Copies a value that was set in a replaced instance to the instance that replaced it.
  static func forward<Model: _InlineModel, Member>(
    _ keyPath: KeyPath<Model, Member>, from model: Model
  ) {
    guard let current = standIn(for: model),
      let writable = keyPath as? ReferenceWritableKeyPath<Model, Member>,
      Model.schemaMetadata.contains(where: { $0.keypath == keyPath })
    else { return }
    let value = model[keyPath: keyPath]
    model._$unload(.max)
    current[keyPath: writable] = value
  }
}
