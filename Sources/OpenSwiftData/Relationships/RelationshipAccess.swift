// What generated accessors of properties that may be relationships call. The overload without a
// constraint serves plain values; the compiler prefers the others where the type is a model or a
// collection of models.

/// The value of a property whose slot is empty.
public func _resolve<Value, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Value?>, _ index: Int, _ property: String, of model: Model
) -> Value {
  _fireFault(model, index)
  return _resolved(slot.pointee, property, of: model)
}

/// The other end of a to-one relationship; one without values where there is none.
public func _resolve<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target?>, _ index: Int, _ property: String, of model: Model
) -> Target {
  if let target = RelationshipAccess.target(of: model, index) {
    return unsafeDowncast(target, to: Target.self)
  }
  if let target: Target = RowInstance.value(property, of: model) { return target }
  return slot.pointee ?? MissingValue.model(Target.self)
}

/// The other end of an optional to-one relationship.
public func _resolve<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target??>, _ index: Int, _ property: String, of model: Model
) -> Target? {
  if let target = RelationshipAccess.target(of: model, index) {
    return unsafeDowncast(target, to: Target.self)
  }
  if let target: Target? = RowInstance.value(property, of: model) { return target }
  return slot.pointee ?? nil
}

/// The members of a to-many relationship.
public func _resolve<Models: RelationshipCollection, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Models?>, _ index: Int, _ property: String, of model: Model
) -> Models {
  guard !RelationshipAccess.loadMembers(of: model, index) else {
    return _resolved(slot.pointee, property, of: model)
  }
  // The slot stays as it is, to be read at the next attempt.
  defer { slot.pointee = nil }
  RelationshipAccess.makeUpMembers(of: model, index)
  return _resolved(slot.pointee, property, of: model)
}

/// Sets a plain value.
@inlinable @inline(__always)
public func _assign<Value, Model: _InlineModel>(
  _ value: Value, to slot: UnsafeMutablePointer<Value?>, _ index: Int,
  _ keyPath: @autoclosure () -> KeyPath<Model, Value>, of model: Model
) {
  if model._$statePointer.pointee._isPlain(index) {
    slot.pointee = value
  } else {
    _willSet(model, index)
    _withMutation(model, keyPath()) { slot.pointee = value }
  }
}

/// Sets the other end of a to-one relationship.
public func _assign<Target: PersistentModel, Model: _InlineModel>(
  _ value: Target, to slot: UnsafeMutablePointer<Target?>, _ index: Int,
  _ keyPath: @autoclosure () -> KeyPath<Model, Target>, of model: Model
) {
  if RelationshipAccess.assign(value, of: model, index) { return }
  _withMutation(model, keyPath()) { slot.pointee = value }
  RelationshipAccess.adopt(model, index, relatedTo: value)
}

/// Sets the other end of an optional to-one relationship.
public func _assign<Target: PersistentModel, Model: _InlineModel>(
  _ value: Target?, to slot: UnsafeMutablePointer<Target??>, _ index: Int,
  _ keyPath: @autoclosure () -> KeyPath<Model, Target?>, of model: Model
) {
  if RelationshipAccess.assign(value, of: model, index) { return }
  _withMutation(model, keyPath()) { slot.pointee = .some(value) }
  if let value { RelationshipAccess.adopt(model, index, relatedTo: value) }
}

/// Sets the members of a to-many relationship.
public func _assign<Models: RelationshipCollection, Model: _InlineModel>(
  _ value: Models, to slot: UnsafeMutablePointer<Models?>, _ index: Int,
  _ keyPath: @autoclosure () -> KeyPath<Model, Models>, of model: Model
) {
  let edit = RelationshipAccess.beginReplacing(model, index)
  _withMutation(model, keyPath()) { slot.pointee = value }
  edit?.end()
}

/// Prepares a plain value for being changed in place.
public func _beginEdit<Value, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Value?>, _ index: Int, _ property: String, of model: Model
) {
  if case nil = slot.pointee { slot.pointee = _resolve(slot, index, property, of: model) }
  _willSet(model, index)
}

/// Prepares the other end of a to-one relationship for being changed in place.
public func _beginEdit<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target?>, _ index: Int, _ property: String, of model: Model
) {
  guard case nil = slot.pointee else { return }
  if let target = RelationshipAccess.target(of: model, index) {
    slot.pointee = unsafeDowncast(target, to: Target.self)
  } else if case nil = slot.pointee {
    let target = MissingValue.model(Target.self)
    RelationshipAccess.noteMadeUp(model, index, target)
    slot.pointee = target
  }
}

/// Prepares the other end of an optional to-one relationship for being changed in place.
public func _beginEdit<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target??>, _ index: Int, _ property: String, of model: Model
) {
  guard case nil = slot.pointee else { return }
  let target = _resolve(slot, index, property, of: model)
  guard case nil = slot.pointee else { return }
  // Where there is nobody the slot says so; it is empty still where that could not be read.
  if target == nil { RelationshipAccess.noteMadeUp(model, index) }
  slot.pointee = .some(target)
}

/// Prepares the members of a to-many relationship for being changed in place.
public func _beginEdit<Models: RelationshipCollection, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Models?>, _ index: Int, _ property: String, of model: Model
) {
  var isRead = true
  if case nil = slot.pointee {
    isRead = RelationshipAccess.loadMembers(of: model, index)
    if !isRead { RelationshipAccess.makeUpMembers(of: model, index) }
    slot.pointee = _resolved(slot.pointee, property, of: model)
  }
  RelationshipAccess.beginEditingMembers(model, index, isRead: isRead)
}

/// Does nothing: a plain value has been noted as changed.
@inlinable @inline(__always)
public func _endEdit<Value, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Value?>, _ index: Int, of model: Model
) {}

/// Takes note of what a change in place did to a to-one relationship.
public func _endEdit<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target?>, _ index: Int, of model: Model
) {
  if RelationshipAccess.isMadeUp(model, index, slot.pointee) {
    slot.pointee = nil
  } else if let value = slot.pointee {
    _ = RelationshipAccess.assign(value, of: model, index)
  }
}

/// Takes note of what a change in place did to an optional to-one relationship.
public func _endEdit<Target: PersistentModel, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Target??>, _ index: Int, of model: Model
) {
  if RelationshipAccess.isMadeUp(model, index, slot.pointee ?? nil) {
    slot.pointee = nil
  } else {
    _ = RelationshipAccess.assign(slot.pointee ?? nil, of: model, index)
  }
}

/// Takes note of what a change in place did to a to-many relationship.
public func _endEdit<Models: RelationshipCollection, Model: _InlineModel>(
  _ slot: UnsafeMutablePointer<Models?>, _ index: Int, of model: Model
) {
  RelationshipAccess.endEditingMembers(model, index)
}
