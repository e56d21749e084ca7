import CThreadState
import Observation

/// Whether the current thread runs inside `withObservationTracking`.
///
/// A registrar costs two allocations, which would dominate the making of an instance, so one is
/// made only for instances that are read in such a scope.
///
/// - Complexity: O(1); 2 ns where the platform tells, otherwise about 20 ns.
@inlinable public func _isTrackingObservations() -> Bool {
  let thread = openswiftdata_current_thread()
  if let mark = thread.pointee.observationMark { return mark.pointee != nil }
  return _findOutTracking(thread)
}

/// The same where the thread does not know yet by what mark to tell.
@usableFromInline func _findOutTracking(
  _ thread: UnsafeMutablePointer<openswiftdata_thread_state>
) -> Bool {
  ObservationScope.isTracking(thread)
}

/// Records that `keyPath` of `model` was read, for whoever tracks observations.
public func _access<Model: _InlineModel, Member>(_ model: Model, _ keyPath: KeyPath<Model, Member>)
{
  let extra = model._$statePointer.ensuredExtra
  if extra.registrar == nil { extra.registrar = ObservationRegistrar() }
  extra.registrar?.access(model, keyPath: keyPath)
}

/// Runs `mutation` and tells the observers of `keyPath`.
public func _withMutation<Model: _InlineModel, Member, Result>(
  _ model: Model, _ keyPath: KeyPath<Model, Member>, _ mutation: () throws -> Result
) rethrows -> Result {
  guard let extra = model._$statePointer.pointee.extra else { return try mutation() }
  if extra.standIn != nil {
    defer { RowInstance.forward(keyPath, from: model) }
    return try mutation()
  }
  // A value that is set whole takes the place of one that could not be read.
  if !extra.failed.isEmpty { UnreadChanges.forgetFailure(of: keyPath, model, extra) }
  guard let registrar = extra.registrar else { return try mutation() }
  return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
}

/// Tells the observers of `keyPath` that it is about to change in place.
public func _beginMutation<Model: _InlineModel, Member>(
  _ model: Model, _ keyPath: KeyPath<Model, Member>
) {
  model._$statePointer.pointee.extra?.registrar?.willSet(model, keyPath: keyPath)
}

/// Tells the observers of `keyPath` that it has changed in place.
public func _endMutation<Model: _InlineModel, Member>(
  _ model: Model, _ keyPath: KeyPath<Model, Member>
) {
  guard let extra = model._$statePointer.pointee.extra else { return }
  if extra.standIn != nil { RowInstance.forward(keyPath, from: model) }
  if !extra.failed.isEmpty { UnreadChanges.dropEdit(of: keyPath, model, extra) }
  extra.registrar?.didSet(model, keyPath: keyPath)
}

extension ObservationRegistrar {
  /// Tells that the property at a key path of unknown value type is about to change.
  func willSet<Model: Observable>(_ model: Model, erased keyPath: AnyKeyPath) {
    func open<Value>(_ type: Value.Type) {
      if let keyPath = keyPath as? KeyPath<Model, Value> { willSet(model, keyPath: keyPath) }
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }

  /// Tells that the property at a key path of unknown value type has changed.
  func didSet<Model: Observable>(_ model: Model, erased keyPath: AnyKeyPath) {
    func open<Value>(_ type: Value.Type) {
      if let keyPath = keyPath as? KeyPath<Model, Value> { didSet(model, keyPath: keyPath) }
    }
    _openExistential(type(of: keyPath).valueType, do: open)
  }
}
