// Reading and changing relationships from generated code.

/// The value of a property that is not a relationship.
@inlinable @inline(__always)
func slotValue<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) -> Value {
  if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
  return _loadValue(model, index, slot)
}

/// The target of a to-one relationship; a model without values if there is none.
@inlinable @inline(__always)
func slotValue<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target?>
) -> Target {
  if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
  return _loadTarget(model, index, slot)
}

/// The target of an optional to-one relationship.
@inlinable @inline(__always)
func slotValue<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target??>
) -> Target? {
  if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
  return _loadTarget(model, index, slot)
}

/// The members of a to-many relationship.
@inlinable @inline(__always)
func slotValue<Models: RelationshipCollection>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Models?>
) -> Models {
  if !_GeneratedCode.mayBeTracking(), let value = slot.pointee { return value }
  return _loadMembers(model, index, slot)
}

@usableFromInline @inline(never)
func _loadTarget<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target?>
) -> Target {
  noteAccess(model, index)
  if let value = slot.pointee { return value }
  if let target = RelationshipAccess.target(of: model, index) {
    return unsafeDowncast(target, to: Target.self)
  }
  if let target: Target = RowInstance.value(index, of: model) { return target }
  return slot.pointee ?? MissingValue.model(Target.self)
}

@usableFromInline @inline(never)
func _loadTarget<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target??>
) -> Target? {
  noteAccess(model, index)
  if let value = slot.pointee { return value }
  if let target = RelationshipAccess.target(of: model, index) {
    return unsafeDowncast(target, to: Target.self)
  }
  if let target: Target? = RowInstance.value(index, of: model) { return target }
  return slot.pointee ?? nil
}

@usableFromInline @inline(never)
func _loadMembers<Models: RelationshipCollection>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Models?>
) -> Models {
  noteAccess(model, index)
  if let value = slot.pointee { return value }
  if !RelationshipAccess.loadMembers(of: model, index) {
    // The slot stays empty, so that the next access reads again.
    defer { slot.pointee = nil }
    RelationshipAccess.makeUpMembers(of: model, index)
    return slot.pointee ?? missingValue(index, of: model)
  }
  defer { RelationshipAccess.settleMembers(of: model, index) }
  return slot.pointee ?? missingValue(index, of: model)
}

/// Sets a plain value.
@usableFromInline func setSlotValue<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>, _ value: Value
) {
  _GeneratedCode.set(model, model._$statePointer, index, slot, value)
}

/// Sets the target of a to-one relationship.
@usableFromInline func setSlotValue<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target?>, _ value: Target
) {
  if RelationshipAccess.assign(value, of: model, index) { return }
  beginReplacing(model, index)
  slot.pointee = value
  endReplacing(model, index)
  RelationshipAccess.adopt(model, index, relatedTo: value)
}

/// Sets the target of an optional to-one relationship.
@usableFromInline func setSlotValue<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target??>,
  _ value: Target?
) {
  if RelationshipAccess.assign(value, of: model, index) { return }
  beginReplacing(model, index)
  slot.pointee = .some(value)
  endReplacing(model, index)
  if let value { RelationshipAccess.adopt(model, index, relatedTo: value) }
}

/// Sets the members of a to-many relationship.
@usableFromInline func setSlotValue<Models: RelationshipCollection>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Models?>, _ value: Models
) {
  let edit = RelationshipAccess.beginReplacing(model, index)
  beginReplacing(model, index)
  slot.pointee = value
  endReplacing(model, index)
  if let edit { edit.end() } else { UnattachedOwner.note(model, index, Models.self) }
}

/// Prepares a plain value for being changed in place.
@usableFromInline func beginSlotEdit<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) {
  _GeneratedCode.beginModify(model, index, slot)
}

/// Prepares the target of a to-one relationship for being changed in place.
@usableFromInline func beginSlotEdit<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target?>
) {
  noteAccess(model, index)
  if case nil = slot.pointee {
    if let target = RelationshipAccess.target(of: model, index) {
      slot.pointee = unsafeDowncast(target, to: Target.self)
    } else if case nil = slot.pointee {
      let target = MissingValue.model(Target.self)
      RelationshipAccess.noteMadeUp(model, index, target)
      slot.pointee = target
    }
  }
  beginMutation(model, index)
}

/// Prepares the target of an optional to-one relationship for being changed in place.
@usableFromInline func beginSlotEdit<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target??>
) {
  noteAccess(model, index)
  if case nil = slot.pointee {
    let target = _loadTarget(model, index, slot)
    if case nil = slot.pointee {
      // If there is no target, the slot contains nil; it is still empty if it could not be read.
      if target == nil { RelationshipAccess.noteMadeUp(model, index) }
      slot.pointee = .some(target)
    }
  }
  beginMutation(model, index)
}

/// Prepares the members of a to-many relationship for being changed in place.
@usableFromInline func beginSlotEdit<Models: RelationshipCollection>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Models?>
) {
  noteAccess(model, index)
  var isRead = true
  if case nil = slot.pointee {
    isRead = RelationshipAccess.loadMembers(of: model, index)
    if !isRead { RelationshipAccess.makeUpMembers(of: model, index) }
    slot.pointee = .some(slot.pointee ?? missingValue(index, of: model))
  }
  RelationshipAccess.beginEditingMembers(model, index, isRead: isRead)
  beginMutation(model, index)
}

/// Notifies the observers of a plain value that it was changed in place.
@usableFromInline func endSlotEdit<Value>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Value?>
) {
  endEditing(model, index)
}

/// Applies a change in place to a to-one relationship.
@usableFromInline func endSlotEdit<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target?>
) {
  if RelationshipAccess.isMadeUp(model, index, slot.pointee) {
    slot.pointee = nil
  } else if let value = slot.pointee {
    _ = RelationshipAccess.assign(value, of: model, index)
  }
  endEditing(model, index)
}

/// Applies a change in place to an optional to-one relationship.
@usableFromInline func endSlotEdit<Target: PersistentModel>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Target??>
) {
  if RelationshipAccess.isMadeUp(model, index, slot.pointee ?? nil) {
    slot.pointee = nil
  } else {
    _ = RelationshipAccess.assign(slot.pointee ?? nil, of: model, index)
  }
  endEditing(model, index)
}

/// Applies a change in place to a to-many relationship.
@usableFromInline func endSlotEdit<Models: RelationshipCollection>(
  _ model: any _InlineModel, _ index: Int, _ slot: UnsafeMutablePointer<Models?>
) {
  RelationshipAccess.endEditingMembers(model, index)
  UnattachedOwner.note(model, index, Models.self)
  endEditing(model, index)
}
