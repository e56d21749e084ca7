import Foundation

extension ModelContext {
  /// The registered model of that identifier, or one that reads its values when they are asked
  /// for.
  ///
  /// Executes no statement. A model whose row does not exist reads as zero and empty values.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    guard let binding = core.bindings.binding(for: persistentModelID) else {
      return UnknownModel(persistentModelID)
    }
    let key = persistentModelID.key
    if let known = instance(key, of: binding) as? any PersistentModel { return known }
    let fault = binding.makeFault()
    if let state = ModelStates.state(of: fault), !persistentModelID.isTemporary {
      register(fault, state, key, binding)
    }
    return fault
  }

  /// The model of that identifier when this context has it already; nil otherwise.
  public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
  where T: PersistentModel {
    guard let binding = core.bindings.binding(for: persistentModelID) else { return nil }
    return instance(persistentModelID.key, of: binding) as? T
  }

  /// The model of that identifier; nil when it has no row or is deleted.
  ///
  /// Executes one statement unless the context has the model already.
  func existingModel(for identifier: PersistentIdentifier) -> AnyObject? {
    guard let binding = core.bindings.binding(for: identifier) else { return nil }
    let key = identifier.key
    if let known = instance(key, of: binding) {
      return binding.state(of: known)?.isMarked(.deleted) ?? false ? nil : known
    }
    guard !identifier.isTemporary, !changes.isDeleted(key, of: binding) else { return nil }
    let statements = binding.statements
    do {
      return try load([key], binding, statements.selectAll, statements.allColumns).first
    } catch {
      if deferredFailure == nil { deferredFailure = error }
      return nil
    }
  }

  /// Fills the empty slots of `model` from its row, where it has one.
  func fireFault<Model: _InlineModel>(_ model: Model, _ state: UnsafeMutablePointer<_ModelState>) {
    guard state.pointee.key > 0, let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    do {
      try session(binding.store).load(model, state.pointee.key, binding)
    } catch {
      // Reading a property cannot throw; the value reads as missing and the next save tells why.
      if deferredFailure == nil { deferredFailure = error }
    }
  }
}
