import RecordStore

/// The current instance of a row in a context, as seen from instances that it replaced.
///
/// If an inserted model has the unique value of an existing row (an upsert), it becomes that row's
/// instance. The program may still retain the previous instance. That one stores no values any
/// more: reading and setting its properties reads and sets those of the current instance.
final class RowInstance {
  fileprivate(set) var current: any PersistentModel

  init(_ current: any PersistentModel) { self.current = current }

  /// The current instance of the row of `model`: itself, unless another one replaced it.
  static func current(_ model: any PersistentModel) -> any PersistentModel {
    ModelStates.state(of: model)?.pointee.extra?.standIn?.current ?? model
  }

  /// The instance that replaced `model`; nil if `model` is current.
  @inline(__always)
  static func standIn<Model: _InlineModel>(for model: Model) -> Model? {
    guard let row = model._$statePointer.pointee.extra?.standIn else { return nil }
    return row.current as? Model
  }

  /// The value of a property in the instance that replaced `model`; nil if `model` is current.
  static func value<Value, Model: _InlineModel>(_ index: Int, of model: Model) -> Value? {
    guard let current = standIn(for: model),
      let keyPath = Model.keyPath(index) as? KeyPath<Model, Value>
    else { return nil }
    return current[keyPath: keyPath]
  }

  /// Copies a property that was set in a replaced instance to the instance that replaced it.
  static func forward<Model: _InlineModel>(_ index: Int, from model: Model) {
    let keyPath = Model.keyPath(index)
    func open<Member>(_ type: Member.Type) {
      if let keyPath = keyPath as? KeyPath<Model, Member> { forward(keyPath, from: model) }
    }
    _openExistential(Swift.type(of: keyPath).valueType, do: open)
  }

  /// Copies a value that was set in a replaced instance to the instance that replaced it.
  static func forward<Model: _InlineModel, Member>(
    _ keyPath: KeyPath<Model, Member>, from model: Model
  ) {
    guard let current = standIn(for: model),
      let writable = keyPath as? ReferenceWritableKeyPath<Model, Member>,
      Model.schemaMetadata.contains(where: { $0.keypath == keyPath })
    else { return }
    let value = model[keyPath: keyPath]
    model._$unload(.max)
    current[keyPath: writable] = value
  }
}

extension ModelContext {
  /// Makes `object` the instance of a row in place of `other`.
  func takeOver(
    _ object: AnyObject, _ state: StatePointer, from other: AnyObject, _ otherState: StatePointer,
    _ binding: EntityBinding
  ) {
    otherState.pointee.flags.subtract([.registered, .partial, .stale])
    otherState.pointee.flags.insert(.alias)
    addAlias(other, otherState)
    let extra = otherState.ensuredExtra
    let row = extra.unusual?.row ?? RowInstance(binding.model(object))
    row.current = binding.model(object)
    extra.standIn = row
    extra.forgetAllMembers()
    if let unusual = extra.unusual { (unusual.row, unusual.failed, unusual.unread) = (nil, [], []) }
    state.ensuredExtra.ensuredUnusual.row = row
    binding.mutate(other, .all) { binding.unload(other, .all) }
  }

  /// The instances that the instance with this state replaced.
  func olderInstances(_ state: StatePointer) -> [AnyObject] {
    guard let row = state.pointee.extra?.unusual?.row else { return [] }
    return aliases.values.map { $0.takeUnretainedValue() }.filter { object in
      (object as? any PersistentModel).flatMap(ModelStates.state)?.pointee.extra?.standIn === row
    }
  }
}

extension RelationshipBinding {
  /// The current instance of the row of a model at the other end.
  func current(_ object: AnyObject) -> AnyObject {
    destination.state(of: object)?.pointee.extra?.standIn?.current ?? object
  }

  /// The current instance of the row of a model at the other end, moved into `context` if its own
  /// has ended.
  func current(_ object: AnyObject, in context: ModelContext) -> AnyObject {
    let object = current(object)
    guard let state = destination.state(of: object), state.pointee.extra?.reader != nil else {
      return object
    }
    context.rejoinRelated(object, state, destination)
    return current(object)
  }

  /// Whether another instance may have replaced a model at the other end.
  func isReplaced(_ object: AnyObject) -> Bool {
    guard let extra = destination.state(of: object)?.pointee.extra else { return false }
    return extra.standIn != nil || extra.reader != nil
  }

  /// Whether another instance may have replaced any of the models at the other end.
  func areReplaced(_ objects: [AnyObject]) -> Bool {
    // Not `contains(where:)`, which is generic code and slow in debug builds.
    var place = 0
    while place < objects.count {
      if isReplaced(objects[place]) { return true }
      place += 1
    }
    return false
  }

  /// Replaces outdated members of `object` by the current instances, and returns how the members
  /// differ from the old ones.
  func difference(
    from old: [AnyObject], of object: AnyObject, in context: ModelContext
  ) -> MemberDifference {
    let link = link(of: object)
    let difference = MemberDifference(from: old, to: link.models ?? [])
    guard areReplaced(difference.added) else { return difference }
    // Moving members into the context may set relationships, so the slot retains them meanwhile.
    let members = (link.models ?? []).map { current($0, in: context) }
    link.setModels(ModelContext.unique(members))
    return MemberDifference(from: old, to: link.models ?? [])
  }
}
