import CThreadState
import Observation

// A registrar costs two allocations, which would dominate the cost of creating an instance, so only
// instances that are read inside `withObservationTracking` get one.

extension _GeneratedCode {
  /// Whether the current thread may be running inside `withObservationTracking`; accessors check this
  /// first.
  ///
  /// - Complexity: O(1); 1 ns. True as long as the thread has not found out, and always on platforms
  ///   that provide no way to know.
  @inlinable @inline(__always)
  public static func mayBeTracking() -> Bool { openswiftdata_may_be_tracking() }
}

/// Whether the current thread runs inside `withObservationTracking`.
///
/// - Complexity: O(1); 2 ns on platforms that provide a way to know, otherwise about 20 ns.
private func isTracking() -> Bool {
  guard _GeneratedCode.mayBeTracking() else { return false }
  return openswiftdata_knows_mark() || ObservationScope.isTracking(openswiftdata_current_thread())
}

extension _GeneratedCode {
  /// Records a read of `keyPath` of `model` for observation tracking.
  public static func access<Model: _InlineModel, Member>(
    _ model: Model, _ keyPath: KeyPath<Model, Member>
  ) {
    let extra = model._$statePointer.ensuredExtra
    if extra.registrar == nil { extra.registrar = ObservationRegistrar() }
    extra.registrar?.access(model, keyPath: keyPath)
  }

  /// Runs `mutation` and notifies the observers of `keyPath`.
  public static func withMutation<Model: _InlineModel, Member, Result>(
    _ model: Model, _ keyPath: KeyPath<Model, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    guard let extra = model._$statePointer.pointee.extra else { return try mutation() }
    if extra.standIn != nil {
      defer { RowInstance.forward(keyPath, from: model) }
      return try mutation()
    }
    // Setting the whole value replaces one that could not be read.
    if extra.hasFailures { UnreadChanges.forgetFailure(of: keyPath, model, extra) }
    guard let registrar = extra.registrar else { return try mutation() }
    return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
  }
}

/// Records a read of a property if observations are being tracked.
func noteAccess(_ model: any _InlineModel, _ index: Int) {
  if isTracking() { reportAccess(model, index) }
}

/// Records a read of a property for observation tracking.
@inline(never)
private func reportAccess(_ model: any _InlineModel, _ index: Int) {
  let extra = model._$statePointer.ensuredExtra
  if extra.registrar == nil { extra.registrar = ObservationRegistrar() }
  extra.registrar?.tell(.access, of: model, type(of: model).keyPath(index))
}

/// Notifies the observers of a property that it is about to change.
func beginMutation(_ model: any _InlineModel, _ index: Int) {
  model._$statePointer.pointee.extra?.registrar?
    .tell(.willSet, of: model, type(of: model).keyPath(index))
}

/// Prepares a property for a new value, which replaces one that could not be read.
func beginReplacing(_ model: any _InlineModel, _ index: Int) {
  guard let extra = model._$statePointer.pointee.extra else { return }
  if extra.standIn != nil { return }
  if extra.hasFailures { extra.unusual?.failed.remove(index) }
  beginMutation(model, index)
}

/// Ends `beginReplacing`; if another instance replaced this one, the value is forwarded to it.
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

/// Notifies the observers of a property that it has changed.
func endMutation(_ model: any _InlineModel, _ index: Int) {
  model._$statePointer.pointee.extra?.registrar?
    .tell(.didSet, of: model, type(of: model).keyPath(index))
}
