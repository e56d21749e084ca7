import CThreadState
import Foundation

// What the generated accessors of attributes call, one call each: what they do stands here once and not
// in the code of every property. Only the way that is taken nearly always is inlined, and only with
// the type of the value known: a model comes as an existential, or there would be a copy of each
// function for each pair of a model and a type.

/// The value of an attribute.
@inlinable @inline(__always)
public func _get<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) -> Value {
  if _isTrackingObservations() { _reportAccess(model, index) }
  if let value = slot.pointee { return value }
  return _loadValue(model, index, slot)
}

/// The value of a string, whose slot may hold the text of a row.
@inlinable @inline(__always)
public func _get(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<String?>
) -> String {
  if _isTrackingObservations() { _reportAccess(model, index) }
  if TextMarks.areOn(slot) { return _readText(slot) }
  if let value = slot.pointee { return value }
  return _loadValue(model, index, slot)
}

/// The value of an optional string, whose slot may hold the text of a row.
@inlinable @inline(__always)
public func _get(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<String??>
) -> String? {
  if _isTrackingObservations() { _reportAccess(model, index) }
  if TextMarks.areOn(slot) { return _readText(slot) }
  if let value = slot.pointee { return value }
  return _loadValue(model, index, slot)
}

// A UUID would be taken apart and put together byte by byte in the code of each property, which is a
// fifth of the code of a model that has one; a call is as quick.

/// The value of an identifier.
public func _get(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<UUID?>
) -> UUID {
  if _isTrackingObservations() { _reportAccess(model, index) }
  if let value = slot.pointee { return value }
  return _loadValue(model, index, slot)
}

/// Sets an identifier.
public func _set(
  _ model: any _InlineModel, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int,
  _ slot: UnsafeMutablePointer<UUID?>, _ value: UUID
) {
  if state.pointee._isPlain(index) {
    slot.pointee = value
  } else {
    _changeValue(model, index, slot, value)
  }
}

/// The value of a property whose slot is empty.
@usableFromInline @inline(never)
func _loadValue<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) -> Value {
  _fireFault(model, index)
  return slot.pointee ?? missingValue(index, of: model)
}

/// Sets an attribute.
@inlinable @inline(__always)
public func _set<Value>(
  _ model: any _InlineModel, _ state: UnsafeMutablePointer<_ModelState>, _ index: Int,
  _ slot: UnsafeMutablePointer<Value?>, _ value: consuming Value
) {
  if state.pointee._isPlain(index) {
    slot.pointee = .some(value)
  } else {
    _changeValue(model, index, slot, value)
  }
}

/// Sets a property of which somebody is to be told.
@usableFromInline @inline(never)
func _changeValue<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>, _ value: Value
) {
  _willSet(model, index)
  beginReplacing(model, index)
  slot.pointee = .some(value)
  endReplacing(model, index)
}

/// Prepares an attribute for being changed in place.
public func _beginModify<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) {
  beginModify(model, index, slot)
}

private func beginModify<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) {
  if _isTrackingObservations() { _reportAccess(model, index) }
  if case nil = slot.pointee { slot.pointee = .some(_loadValue(model, index, slot)) }
  _willSet(model, index)
  beginMutation(model, index)
}

/// Prepares a string for being changed in place.
public func _beginModify(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<String?>
) {
  settle(&slot.pointee)
  beginModify(model, index, slot)
}

/// Prepares an optional string for being changed in place.
public func _beginModify(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<String??>
) {
  settle(&slot.pointee)
  beginModify(model, index, slot)
}

/// Tells those who observe an attribute that it was changed in place.
public func _endModify(_ model: any _InlineModel, _ index: Int) { endEditing(model, index) }
