import CThreadState
import Foundation

// The functions that generated initializers and slots call.

extension _GeneratedCode {
  /// The initial slot content of a property whose type is known only from its default value.
  ///
  /// The default is not evaluated for a stored row, which is about to supply the value.
  public static func slot<Value>(_ defaultValue: @autoclosure () -> Value) -> Value? {
    _GeneratedCode.isMaterializing() ? nil : defaultValue()
  }

  /// Whether two indexes are equal.
  ///
  /// The compiler resolves it faster than one of the many functions named `==`.
  @inlinable @inline(__always)
  public static func isEqual(_ index: Int, _ other: Int) -> Bool { index == other }

  /// Whether the current thread is creating an instance for a stored row.
  ///
  /// Expensive default values, such as `UUID()`, are then skipped.
  public static func isMaterializing() -> Bool {
    openswiftdata_current_thread().pointee.materializing != 0
  }

  /// Empties the slot of property `index` if it is among the properties to unload, whose mask has
  /// `mask` as its first word.
  public static func unload<Value>(
    _ state: UnsafeMutablePointer<_ModelState>, _ mask: UInt64, _ index: Int, _ slot: inout Value?
  ) {
    if state.pointee.unloads(mask, index) { slot = nil }
  }

  /// Empties the slot of a property that may be a relationship if it is among the properties to
  /// unload.
  public static func unload<Value>(
    _ state: UnsafeMutablePointer<_ModelState>, _ mask: UInt64, _ index: Int, _ slot: inout Value?,
    _ key: inout Int64
  ) {
    guard state.pointee.unloads(mask, index) else { return }
    slot = nil
    key = RelationshipLink.unknownKey
    state.pointee.extra?.dropMembers(of: index)
  }
}

/// The value of a property for which nothing is stored.
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
    \(Model.self).\(name) cannot be read: nothing is stored for it, and \(Value.self) has no \
    known default. Give the property a default value
    """)
}

/// Fills the empty slots of an instance from its stored row, if it has one.
func _fireFault<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  // Another instance replaced this one and has the values of the row.
  if state.pointee.extra?.standIn != nil { return }
  if let context = state.pointee.context {
    context.fireFault(model, state, index)
  } else if let foreign = state.pointee.extra?.unusual?.foreignBackingData {
    ForeignValues.copy(from: foreign, into: model)
  } else if let binding = state.pointee.extra?.formerBinding {
    binding.loadDetached(state, touching: index) { binding.load(model, $0) }
  }
}

/// Records that property `index` is about to get a new value.
func _willSet<Model: _InlineModel>(_ model: Model, _ index: Int) {
  let state = model._$statePointer
  if state.pointee.extra?.standIn != nil { return }
  if let context = state.pointee.context {
    context.willChange(model, state, property: index)
  } else {
    state.pointee.extra?.reader?.noteChange(state, index)
  }
}
