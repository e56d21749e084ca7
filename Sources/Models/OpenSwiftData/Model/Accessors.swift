import Foundation

// The functions that generated accessors of attributes call, one call each, so that their code
// exists once instead of in every property. Only the most common path is inlined, and only with the
// type of the value known: a model is passed as an existential, or there would be a copy of each
// function for each pair of a model and a type. Each inlined instruction is repeated in every
// property, which the user's compiler has to optimize in each build; hence the calls for what a few
// instructions could do.

extension _GeneratedCode {
  /// The value of an attribute.
  @inlinable @inline(__always)
  public static func get<Value>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
  ) -> Value {
    if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
    return _loadValue(model, index, slot)
  }

  // Not generic: a UUID would be split and reassembled byte by byte in the code of each property.

  /// The value of a UUID attribute.
  public static func get(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<UUID?>
  ) -> UUID {
    if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
    return _loadValue(model, index, slot)
  }

  /// Sets a UUID attribute.
  public static func set(
    _ model: any _InlineModel, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int,
    _ slot: UnsafeMutablePointer<UUID?>, _ value: UUID
  ) {
    let isTold = _beginSetting(model, state, index)
    slot.pointee = value
    if isTold { _endSetting(model, index) }
  }
}

/// The value of a property whose slot is empty, or whose access may have to be reported to
/// observers.
@usableFromInline @inline(never)
func _loadValue<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) -> Value {
  noteAccess(model, index)
  if let value = slot.pointee { return value }
  _fireFault(model, index)
  return slot.pointee ?? missingValue(index, of: model)
}

extension _GeneratedCode {
  /// Sets an attribute.
  @inlinable @inline(__always)
  public static func set<Value>(
    _ model: any _InlineModel, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int,
    _ slot: UnsafeMutablePointer<Value?>, _ value: consuming Value
  ) {
    let isTold = _beginSetting(model, state, index)
    slot.pointee = .some(value)
    if isTold { _endSetting(model, index) }
  }
}

/// Prepares a property for a new value.
///
/// - Returns: Whether `_endSetting(_:_:)` has to be called after the value is set.
@usableFromInline
func _beginSetting(
  _ model: any _InlineModel, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int
) -> Bool {
  if state.pointee.isPlain(index) { return false }
  _willSet(model, index)
  beginReplacing(model, index)
  return true
}

/// Notifies observers of a property that it was set.
@usableFromInline @inline(never)
func _endSetting(_ model: any _InlineModel, _ index: Int) { endReplacing(model, index) }

extension _GeneratedCode {
  /// Prepares an attribute for being changed in place.
  public static func beginModify<Value>(
    _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
  ) {
    noteAccess(model, index)
    if case nil = slot.pointee { slot.pointee = .some(_loadValue(model, index, slot)) }
    _willSet(model, index)
    beginMutation(model, index)
  }

  /// Notifies observers of an attribute that it was changed in place.
  public static func endModify(_ model: any _InlineModel, _ index: Int) { endEditing(model, index) }
}
