import CThreadState
import Observation

// A registrar costs two allocations, which would dominate the making of an instance, so one is
// made only for instances read while somebody tracks observations. Observation has no function
// that tells whether somebody does. This finds out with public API alone: reporting an access
// stores the key path in the running scope's set, which hashes it, and the key path carries an
// index of ours whose `hash(into:)` takes note.

/// Whether the current thread runs inside `withObservationTracking`.
///
/// - Complexity: O(1); about 20 ns.
public func _isTrackingObservations() -> Bool {
  let thread = openswiftdata_current_thread()
  guard let existing = thread.pointee.observationProbe else {
    thread.pointee.observationProbe = Unmanaged.passRetained(ObservationProbe()).toOpaque()
    return _isTrackingObservations()
  }
  thread.pointee.observationHit = false
  let unmanaged = Unmanaged<ObservationProbe>.fromOpaque(existing)
  unmanaged._withUnsafeGuaranteedRef { $0.registrar.access($0, keyPath: ObservationProbe.keyPath) }
  guard thread.pointee.observationHit else { return false }
  // The scope now holds on to the probe's registrar, and the registrar to the scope's closure; a
  // fresh probe lets both go together.
  unmanaged.release()
  thread.pointee.observationProbe = nil
  return true
}

private final class ObservationProbe: Observable {
  struct Index: Hashable {
    static func == (lhs: Index, rhs: Index) -> Bool { true }
    func hash(into hasher: inout Hasher) {
      openswiftdata_current_thread().pointee.observationHit = true
    }
  }

  let registrar = ObservationRegistrar()
  subscript(index: Index) -> Int { 0 }

  // SAFETY: an immutable key path over a value without state.
  nonisolated(unsafe) static let keyPath: KeyPath<ObservationProbe, Int> =
    \ObservationProbe[
      Index()]
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
  guard let registrar = model._$statePointer.pointee.extra?.registrar else {
    return try mutation()
  }
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
  model._$statePointer.pointee.extra?.registrar?.didSet(model, keyPath: keyPath)
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
