import Observation

/// An event of a property that is reported to observers.
enum ObservationEvent {
  case access, willSet, didSet
}

extension ObservationRegistrar {
  /// Reports an event of a property whose key path type is known only at run time.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - model: The model.
  ///   - keyPath: A key path whose root is the model's class or a superclass.
  func tell(_ event: ObservationEvent, of model: AnyObject, _ keyPath: AnyKeyPath) {
    func openRoot<Root: PersistentModel>(_ type: Root.Type) {
      let model = unsafeDowncast(model, to: Root.self)
      func openValue<Value>(_ type: Value.Type) {
        let keyPath = unsafeDowncast(keyPath, to: KeyPath<Root, Value>.self)
        switch event {
        case .access: access(model, keyPath: keyPath)
        case .willSet: willSet(model, keyPath: keyPath)
        case .didSet: didSet(model, keyPath: keyPath)
        }
      }
      _openExistential(Swift.type(of: keyPath).valueType, do: openValue)
    }
    if let root = KnownModels.model(type(of: keyPath).rootType) { openRoot(root) }
  }
}
