import Foundation

/// Finds the state of any model, generated or hand-written.
enum ModelStates {
  /// The state of `model`; nil if its backing data is not from this library.
  static func state(of model: any PersistentModel) -> UnsafeMutablePointer<_ModelState>? {
    if let inline = model as? any _InlineModel { return inline._$statePointer }
    return backing(of: model)?.statePointer
  }

  static func backing(of model: any PersistentModel) -> StoredBackingData? {
    func open<Model: PersistentModel>(_ model: Model) -> StoredBackingData? {
      (model.persistentBackingData as? ModelBackingData<Model>)?.stored
    }
    return open(model)
  }

  /// The identifier of a model, created on first request.
  static func identifier(
    of state: UnsafeMutablePointer<_ModelState>, _ model: any PersistentModel
  ) -> PersistentIdentifier {
    if let row = state.pointee.extra?.standIn { return row.current.persistentModelID }
    if let binding = state.pointee.binding {
      return binding._withUnsafeGuaranteedRef { binding in
        binding.identifier(of: state.pointee.key)
      }
    }
    if let detached = state.pointee.extra?.detachedIdentifier { return detached }
    if state.pointee.key == 0 { state.pointee.key = PersistentIdentifier.nextTemporaryKey() }
    let entity = EntityReference.reference(
      store: nil, entity: OpenSwiftData.entityName(of: type(of: model)))
    return PersistentIdentifier(entity: entity, key: state.pointee.key)
  }
}
