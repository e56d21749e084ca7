/// Access to the slot of a relationship by its type.
///
/// `RelationshipLink` uses it if `SlotLayout` is not the expected one. Each use of a to-many
/// relationship then costs a copy.
protocol RelationshipSlot {
  /// The to-one target, if the slot retains it.
  static func model(_ content: UnsafeMutableRawPointer) -> AnyObject?
  /// Sets a to-one target; nil empties the slot.
  static func setModel(_ content: UnsafeMutableRawPointer, _ model: AnyObject?)
  /// The members of a to-many relationship; nil while they are not loaded.
  static func models(_ content: UnsafeMutableRawPointer) -> [AnyObject]?
  static func setModels(_ content: UnsafeMutableRawPointer, _ models: [AnyObject]?)
  /// Makes the slot read as nil if its type is optional, otherwise as having no target or members.
  static func setNone(_ content: UnsafeMutableRawPointer)
}

extension RelationshipSlot {
  static func model(_ content: UnsafeMutableRawPointer) -> AnyObject? { nil }
  static func setModel(_ content: UnsafeMutableRawPointer, _ model: AnyObject?) {}
  static func models(_ content: UnsafeMutableRawPointer) -> [AnyObject]? { nil }
  static func setModels(_ content: UnsafeMutableRawPointer, _ models: [AnyObject]?) {}
  static func setNone(_ content: UnsafeMutableRawPointer) {}
}

/// The slot type for a property of type `Value`; nil if that is not a relationship.
func relationshipSlot<Value>(_ type: Value.Type) -> (any RelationshipSlot.Type)? {
  func toOne<Model: PersistentModel>(_ type: Model.Type) -> any RelationshipSlot.Type {
    Value.self == Model?.self ? OptionalToOneSlot<Model>.self : ToOneSlot<Model>.self
  }
  func toMany<Model: PersistentModel>(_ type: Model.Type) -> (any RelationshipSlot.Type)? {
    if Value.self == [Model].self { return ToManySlot<Model>.self }
    return Value.self == [Model]?.self ? OptionalToManySlot<Model>.self : nil
  }
  let plain = unwrappedType(type)
  if let model = plain as? any PersistentModel.Type { return toOne(model) }
  func element<Models: RelationshipCollection>(_ type: Models.Type) -> any PersistentModel.Type {
    Models.PersistentElement.self
  }
  guard let models = plain as? any RelationshipCollection.Type else { return nil }
  return toMany(element(models))
}

private enum ToOneSlot<Model: PersistentModel>: RelationshipSlot {
  private static func slot(_ content: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Model?> {
    content.assumingMemoryBound(to: Model?.self)
  }
  static func model(_ content: UnsafeMutableRawPointer) -> AnyObject? { slot(content).pointee }
  static func setModel(_ content: UnsafeMutableRawPointer, _ model: AnyObject?) {
    slot(content).pointee = model as? Model
  }
  static func setNone(_ content: UnsafeMutableRawPointer) { slot(content).pointee = nil }
}

private enum OptionalToOneSlot<Model: PersistentModel>: RelationshipSlot {
  private static func slot(_ content: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Model??> {
    content.assumingMemoryBound(to: Model??.self)
  }
  static func model(_ content: UnsafeMutableRawPointer) -> AnyObject? {
    slot(content).pointee ?? nil
  }
  static func setModel(_ content: UnsafeMutableRawPointer, _ model: AnyObject?) {
    slot(content).pointee = (model as? Model).map(Optional.some)
  }
  static func setNone(_ content: UnsafeMutableRawPointer) { slot(content).pointee = .some(nil) }
}

private enum ToManySlot<Model: PersistentModel>: RelationshipSlot {
  private static func slot(_ content: UnsafeMutableRawPointer) -> UnsafeMutablePointer<[Model]?> {
    content.assumingMemoryBound(to: [Model]?.self)
  }
  static func models(_ content: UnsafeMutableRawPointer) -> [AnyObject]? { slot(content).pointee }
  static func setModels(_ content: UnsafeMutableRawPointer, _ models: [AnyObject]?) {
    slot(content).pointee = models.map { $0.compactMap { $0 as? Model } }
  }
  static func setNone(_ content: UnsafeMutableRawPointer) { slot(content).pointee = [] }
}

private enum OptionalToManySlot<Model: PersistentModel>: RelationshipSlot {
  private static func slot(_ content: UnsafeMutableRawPointer) -> UnsafeMutablePointer<[Model]??> {
    content.assumingMemoryBound(to: [Model]??.self)
  }
  static func models(_ content: UnsafeMutableRawPointer) -> [AnyObject]? {
    slot(content).pointee.map { $0 ?? [] }
  }
  static func setModels(_ content: UnsafeMutableRawPointer, _ models: [AnyObject]?) {
    slot(content).pointee = models.map { .some($0.compactMap { $0 as? Model }) }
  }
  static func setNone(_ content: UnsafeMutableRawPointer) { slot(content).pointee = .some(nil) }
}
