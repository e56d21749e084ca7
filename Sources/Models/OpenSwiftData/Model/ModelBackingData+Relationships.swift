extension StoredBackingData {
  /// The instance, its context, and the relationship; nil if the instance has no context.
  func relationship(
    _ keyPath: AnyKeyPath
  ) -> (object: AnyObject, context: ModelContext, relationship: RelationshipBinding)? {
    guard let context = statePointer.pointee.context,
      let binding = statePointer.pointee.binding?.takeUnretainedValue(),
      let index = binding.propertyNumber(of: keyPath),
      let relationship = binding.relationship(index),
      let object = context.instance(statePointer.pointee.key, of: binding)
    else { return nil }
    return (object, context, relationship)
  }

  /// The instance, its reader, and the relationship; nil unless the instance's context has ended.
  func detachedRelationship(
    _ keyPath: AnyKeyPath
  ) -> (object: AnyObject, reader: DetachedReader, relationship: RelationshipBinding)? {
    guard let extra = statePointer.pointee.extra, let reader = extra.reader,
      let binding = extra.formerBinding, let index = binding.propertyNumber(of: keyPath),
      let relationship = binding.relationship(index),
      let object = reader.instance(statePointer.pointee.key, of: binding)
    else { return nil }
    return (object, reader, relationship)
  }
}

extension ModelBackingData {
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value {
    if let standIn { return standIn[keyPath: forKey] }
    let cell = stored.cell(forKey, Value.self)
    if let value = cell.slot.pointee { return value }
    return target(forKey) ?? MissingValue.model(Value.self)
  }
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value? {
    if let standIn { return standIn[keyPath: forKey] }
    let cell = stored.cell(forKey, Value?.self)
    if let value = cell.slot.pointee { return value }
    return target(forKey)
  }
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement { members(forKey) }
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: Decodable & RelationshipCollection, OtherModel == Value.PersistentElement {
    members(forKey)
  }

  private func target<Value: PersistentModel>(_ keyPath: AnyKeyPath) -> Value? {
    let target: AnyObject?
    if let (object, context, relationship) = stored.relationship(keyPath) {
      target = context.target(of: object, stored.statePointer, relationship)
    } else if let (object, reader, relationship) = stored.detachedRelationship(keyPath) {
      target = reader.reporting { try reader.target(of: object, relationship) }
    } else {
      target = nil
    }
    return target.map { unsafeDowncast($0, to: Value.self) }
  }

  private func members<Value: RelationshipCollection>(_ keyPath: KeyPath<Model, Value>) -> Value {
    if let standIn { return standIn[keyPath: keyPath] }
    let cell = stored.cell(keyPath, Value.self)
    if cell.slot.pointee == nil {
      if let (object, context, relationship) = stored.relationship(keyPath) {
        context.loadMembers(of: object, stored.statePointer, relationship)
      } else if let (object, reader, relationship) = stored.detachedRelationship(keyPath),
        reader.loadMembers(of: object, relationship)
      {
        defer { reader.settleMembers(of: object, relationship) }
        if let value = cell.slot.pointee { return value }
      }
    }
    if let value = cell.slot.pointee { return value }
    return MissingValue.resolved(Value.self, keyPath: keyPath, in: Model.self)
  }

  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>, to newValue: Value) {
    if forward(newValue, forKey) { return }
    if !setTarget(forKey, newValue) { stored.cell(forKey, Value.self).slot.pointee = newValue }
  }
  func setValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>, to newValue: Value?) {
    if forward(newValue, forKey) { return }
    if !setTarget(forKey, newValue) {
      stored.cell(forKey, Value?.self).slot.pointee = .some(newValue)
    }
  }
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    setMembers(forKey, newValue)
  }
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable & RelationshipCollection, OtherModel == Value.PersistentElement {
    setMembers(forKey, newValue)
  }

  private func setTarget(_ keyPath: AnyKeyPath, _ target: AnyObject?) -> Bool {
    if let (object, context, relationship) = stored.relationship(keyPath) {
      context.setTarget(of: object, stored.statePointer, relationship, to: target)
      return true
    }
    guard let (object, reader, relationship) = stored.detachedRelationship(keyPath) else {
      return false
    }
    if reader.rejoin(object, through: relationship, to: target) {
      let current = standIn?.persistentBackingData as? ModelBackingData<Model> ?? self
      return current.setTarget(keyPath, target)
    }
    return reader.setTarget(of: object, relationship, to: target)
  }

  private func setMembers<Value: RelationshipCollection>(
    _ keyPath: KeyPath<Model, Value>, _ newValue: Value
  ) {
    if forward(newValue, keyPath) { return }
    let slot = stored.cell(keyPath, Value.self).slot
    guard let (object, context, relationship) = stored.relationship(keyPath) else {
      if let (_, reader, relationship) = stored.detachedRelationship(keyPath) {
        reader.noteChange(stored.statePointer, relationship.index)
      }
      slot.pointee = newValue
      return
    }
    let replacement = context.beginReplacing(object, stored.statePointer, relationship)
    slot.pointee = newValue
    replacement.end()
  }
}
