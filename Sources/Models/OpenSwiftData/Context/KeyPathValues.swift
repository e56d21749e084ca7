import Foundation

/// Reads and writes through key paths whose value type is known only at run time; slow.
enum KeyPathValues {
  static func set<Model: PersistentModel>(_ keyPath: AnyKeyPath, of model: Model, to value: Any) {
    func open<Value>(_ type: Value.Type) {
      guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value>,
        let value = value as? Value
      else { return }
      FirstValue.set(value, keyPath, of: model)
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }

  /// Sets a property through a key path whose root is the model's own class or a superclass.
  ///
  /// - Returns: False for any other key path.
  static func assign<Value>(_ value: Value, _ keyPath: AnyKeyPath, of model: AnyObject) -> Bool {
    func open<Root: PersistentModel>(_ type: Root.Type) -> Bool {
      guard let model = model as? Root,
        let keyPath = keyPath as? ReferenceWritableKeyPath<Root, Value>
      else { return false }
      model[keyPath: keyPath] = value
      return true
    }
    return KnownModels.model(type(of: keyPath).rootType).map { open($0) } ?? false
  }

  /// A closure that gives other models the value that a property of `source` has now.
  static func setter<Model: PersistentModel>(
    _ keyPath: AnyKeyPath, from source: Model
  ) -> ((Model) -> Void)? {
    func open<Value>(_ type: Value.Type) -> ((Model) -> Void)? {
      guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return nil }
      let value = source[keyPath: keyPath]
      return { FirstValue.set(value, keyPath, of: $0) }
    }
    return _openExistential(type(of: keyPath).valueType, do: open)
  }

  /// Copies the value of a property between models if both are of the key path's root class.
  static func copy(_ keyPath: AnyKeyPath, ofAny source: AnyObject, to target: AnyObject) {
    func open<Root: PersistentModel>(_ type: Root.Type) {
      guard let source = source as? Root, let target = target as? Root else { return }
      copy(keyPath, from: source, to: target)
    }
    if let root = KnownModels.model(type(of: keyPath).rootType) { open(root) }
  }

  static func copy<Model: PersistentModel>(
    _ keyPath: AnyKeyPath, from source: Model, to target: Model
  ) {
    func open<Value>(_ type: Value.Type) {
      guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return }
      FirstValue.set(source[keyPath: keyPath], keyPath, of: target)
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }
}

/// Reads the values of a custom implementation of backing data.
enum ForeignValues {
  /// Copies the values of `backingData` to `model`.
  static func copy<Model: _InlineModel>(from backingData: Any, into model: Model) {
    guard let backingData = backingData as? any BackingData<Model> else { return }
    let extra = model._$statePointer.ensuredExtra
    // The values are written through the model's own setters, which must not come back here.
    extra.unusual?.foreignBackingData = nil
    for property in Model.schemaMetadata where !property.name.isEmpty {
      copy(property.keypath, from: backingData, into: model)
    }
  }

  private static func copy<Model: _InlineModel>(
    _ keyPath: AnyKeyPath, from backingData: any BackingData<Model>, into model: Model
  ) {
    func read<Value: Decodable>(_ type: Value.Type) {
      guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return }
      FirstValue.set(backingData.getValue(forKey: keyPath), keyPath, of: model)
    }
    let valueType = type(of: keyPath).valueType
    if let decodable = valueType as? any Decodable.Type { read(decodable) }
  }
}
