import Foundation

extension ModelContext {
  /// The registered model with that identifier, or a new one that reads its values on first use.
  ///
  /// Executes no statement, unless the entity has subclasses and the context lacks the row: then
  /// one to find its class. A model whose row does not exist reads as zero and empty values.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard let binding = binding(for: persistentModelID) else {
      return UnknownModel(persistentModelID)
    }
    let key = binding.rowKey(of: persistentModelID)
    if let known = registry.instance(key, mapIndex: binding.mapIndex) as? any PersistentModel {
      return known
    }
    // Only the row determines the class of the instance for certain.
    if binding.hasSubclasses, let found = stored(key, of: binding) { return binding.model(found) }
    let fault = binding.makeFault()
    guard let state = binding.state(of: fault) else { return fault }
    if persistentModelID.isTemporary {
      state.ensuredExtra.detachedIdentifier = persistentModelID
    } else {
      register(fault, state, key, binding)
      state.pointee.flags.insert(.partial)
    }
    return fault
  }

  /// The instance of a row; created without its values if the context lacks it.
  func instanceOrFault(_ key: Int64, of binding: EntityBinding) -> AnyObject {
    if let known = instance(key, of: binding) { return known }
    if binding.hasSubclasses, let found = stored(key, of: binding) { return found }
    let fault = binding.makeFault()
    guard let state = binding.state(of: fault) else { return fault }
    if binding.hasSuperclass { registry.makeRoom(key, binding) }
    register(fault, state, key, binding)
    state.pointee.flags.insert(.partial)
    return fault
  }

  /// The instance of a row that may be of several classes; nil if there is no row.
  private func stored(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    guard key > 0 else { return nil }
    do {
      return try load([key], binding).first
    } catch {
      deferFailure(error)
      return nil
    }
  }

  /// Fills the empty slots of a partially loaded instance from its row.
  func fill(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) {
    guard state.isMarked(.partial), state.pointee.key > 0 else { return }
    do {
      try session(binding.store).load(object, state.pointee.key, binding)
    } catch {
      deferFailure(error)
    }
  }

  /// The model with that identifier if it is already in this context; nil otherwise.
  public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
  where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard let binding = binding(for: persistentModelID) else { return nil }
    return instance(binding.rowKey(of: persistentModelID), of: binding) as? T
  }

  /// The model with that identifier; nil if it has no row or is deleted.
  ///
  /// Executes one statement unless the context already has the model.
  func existingModel(for identifier: PersistentIdentifier) -> AnyObject? {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard let binding = binding(for: identifier) else { return nil }
    let key = binding.rowKey(of: identifier)
    if let known = instance(key, of: binding) {
      return binding.state(of: known)?.isMarked(.deleted) ?? false ? nil : known
    }
    guard !identifier.isTemporary, !changes.isDeleted(key, of: binding) else { return nil }
    do {
      return try load([key], binding).first
    } catch {
      deferFailure(error)
      return nil
    }
  }

  /// Fills the empty slots of `model` from its row, if it has one, because property `index` is
  /// read.
  func fireFault<Model: _InlineModel>(
    _ model: Model, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int
  ) {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    guard state.pointee.key > 0, let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    do {
      try session(binding.store).load(model, state.pointee.key, binding, touching: index)
      state.pointee.extra?.unusual?.failed.remove(index)
    } catch {
      // Reading a property cannot throw; the value reads as missing and the next save reports why.
      deferFailure(error)
      state.ensuredExtra.ensuredUnusual.failed.insert(index)
    }
  }
}
