import CThreadState
import Observation

// A registrar costs two allocations, which would dominate the making of an instance, so one is made only
// for instances that are read inside `withObservationTracking`.

/// Whether the current thread may run inside `withObservationTracking`: what accessors ask first.
///
/// - Complexity: O(1); 1 ns. True as long as the thread has not found out, and always where the platform
///   does not tell.
@inlinable @inline(__always)
public func _mayBeTracking() -> Bool { openswiftdata_may_be_tracking() }

/// Whether the current thread runs inside `withObservationTracking`.
///
/// - Complexity: O(1); 2 ns where the platform tells, otherwise about 20 ns.
private func isTracking() -> Bool {
  guard _mayBeTracking() else { return false }
  return openswiftdata_knows_mark() || ObservationScope.isTracking(openswiftdata_current_thread())
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
  if extra.hasFailures { UnreadChanges.forgetFailure(of: keyPath, model, extra) }
  guard let registrar = extra.registrar else { return try mutation() }
  return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
}

/// Records that a property is read, if somebody tracks observations.
func noteAccess(_ model: any _InlineModel, _ index: Int) {
  if isTracking() { reportAccess(model, index) }
}

/// Records that a property was read, for whoever tracks observations.
@inline(never)
private func reportAccess(_ model: any _InlineModel, _ index: Int) {
  let extra = model._$statePointer.ensuredExtra
  if extra.registrar == nil { extra.registrar = ObservationRegistrar() }
  extra.registrar?.tell(.access, of: model, type(of: model).keyPath(index))
}

/// Tells the observers of a property that it is about to change.
func beginMutation(_ model: any _InlineModel, _ index: Int) {
  model._$statePointer.pointee.extra?.registrar?
    .tell(.willSet, of: model, type(of: model).keyPath(index))
}

/// Prepares a property for another value, which takes the place of one that could not be read.
func beginReplacing(_ model: any _InlineModel, _ index: Int) {
  guard let extra = model._$statePointer.pointee.extra else { return }
  if extra.standIn != nil { return }
  if extra.hasFailures { extra.unusual?.failed.remove(index) }
  beginMutation(model, index)
}

/// Ends what `beginReplacing` began: the value goes to the row's instance, where another took it over.
func endReplacing(_ model: any _InlineModel, _ index: Int) {
  guard let extra = model._$statePointer.pointee.extra else { return }
  if extra.standIn != nil { return RowInstance.forward(index, from: model) }
  endMutation(model, index)
}

/// Ends a change in place.
func endEditing(_ model: any _InlineModel, _ index: Int) {
  guard let extra = model._$statePointer.pointee.extra else { return }
  if extra.standIn != nil { RowInstance.forward(index, from: model) }
  if extra.hasFailures { UnreadChanges.dropEdit(of: index, model, extra) }
  endMutation(model, index)
}

/// Tells the observers of a property that it has changed.
func endMutation(_ model: any _InlineModel, _ index: Int) {
  model._$statePointer.pointee.extra?.registrar?
    .tell(.didSet, of: model, type(of: model).keyPath(index))
}

/// What there is to tell about a property.
enum ObservationEvent {
  case access, willSet, didSet
}

extension ObservationRegistrar {
  /// Tells what happened to the property at a key path whose type is known at run time only.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - model: The model.
  ///   - keyPath: A key path from the model's class, or from a model above it.
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
