import CThreadState
import Foundation

// What generated initialisers and slots call.

/// The first slot content of a property whose type only its default value tells.
///
/// The default is not evaluated for a stored row, which is about to supply the value.
public func _slot<Value>(_ defaultValue: @autoclosure () -> Value) -> Value? {
  _isMaterializing() ? nil : defaultValue()
}

/// Whether two positions are the same.
///
/// The compiler finds it sooner than the right one of all functions named `==`.
@inlinable @inline(__always)
public func _is(_ index: Int, _ other: Int) -> Bool { index == other }

/// Whether the current thread is making an instance for a stored row.
///
/// Default values that cost something, such as `UUID()`, are skipped then.
public func _isMaterializing() -> Bool {
  openswiftdata_current_thread().pointee.materializing != 0
}

/// Forgets the value of property `index` if it is among those to forget, of whose mask this is the
/// first word.
public func _unload<Value>(
  _ state: UnsafeMutablePointer<_ModelState>, _ mask: UInt64, _ index: Int, _ slot: inout Value?
) {
  if state.pointee.unloads(mask, index) { slot = nil }
}

/// The same for a property that may be a relationship.
public func _unload<Value>(
  _ state: UnsafeMutablePointer<_ModelState>, _ mask: UInt64, _ index: Int, _ slot: inout Value?,
  _ key: inout Int64
) {
  guard state.pointee.unloads(mask, index) else { return }
  slot = nil
  key = RelationshipLink.unknownKey
  state.pointee.extra?.dropMembers(of: index)
}

/// What a property reads as that has no stored value.
func missingValue<Value, Model: _InlineModel>(_ index: Int, of model: Model) -> Value {
  if let value: Value = RowInstance.value(index, of: model) { return value }
  let property = Model.schemaMetadata.lazy.filter { !$0.name.isEmpty }.dropFirst(index).first
  let name = property?.name ?? "\(index)"
  if let value = property?.defaultValue as? Value ?? MissingValue.placeholder(Value.self) {
    return value
  }
  if let value: Value = FirstValue.announced() { return value }
  preconditionFailure(
    """
    \(Model.self).\(name) has no stored value, and no value of \(Value.self) can be made \
    without one: give the property a default value
    """)
}

/// Fills the empty slots of an instance from its stored row, or with defaults where there is none.
func _fireFault<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  // Another instance has the values of the row.
  if state.pointee.extra?.standIn != nil { return }
  if let context = state.pointee.context {
    context.takeUnretainedValue().fireFault(model, state, index)
  } else if let foreign = state.pointee.extra?.unusual?.foreignBackingData {
    ForeignValues.copy(from: foreign, into: model)
  } else if let binding = state.pointee.extra?.formerBinding {
    binding.loadDetached(state, touching: index) { binding.load(model, $0) }
  }
}

/// Notes that property `index` is about to get a new value.
func _willSet<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  if state.pointee.extra?.standIn != nil { return }
  if let context = state.pointee.context {
    context.takeUnretainedValue().willChange(model, state, property: index)
  } else {
    state.pointee.extra?.reader?.noteChange(state, index)
  }
}
