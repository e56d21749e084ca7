/// The instance that stands for a row in a context, as older instances of the same row know it.
///
/// An inserted model that meets the row of a unique value becomes that row's instance. The program may
/// hold the one that was the row's instance before: that one keeps no values from then on, and what
/// is read from it or set is read from the row's instance, or set there.
final class RowInstance {
  fileprivate(set) var current: any PersistentModel

  init(_ current: any PersistentModel) { self.current = current }

  /// The instance that stands for the row of `model`: itself, unless another took over the row.
  static func current(_ model: any PersistentModel) -> any PersistentModel {
    ModelStates.state(of: model)?.pointee.extra?.standIn?.current ?? model
  }

  /// The instance that stands for the row of `model`; nil for `model` itself.
  @inline(__always)
  static func standIn<Model: _InlineModel>(for model: Model) -> Model? {
    guard let row = model._$statePointer.pointee.extra?.standIn else { return nil }
    return row.current as? Model
  }

  /// The value that the row's instance has, for one that another took over from.
  static func value<Value, Model: _InlineModel>(_ index: Int, of model: Model) -> Value? {
    guard let current = standIn(for: model),
      let keyPath = Model.keyPath(index) as? KeyPath<Model, Value>
    else { return nil }
    return current[keyPath: keyPath]
  }

  /// Gives the row's instance the value of a property that was set in one that it took over from.
  static func forward<Model: _InlineModel>(_ index: Int, from model: Model) {
    let keyPath = Model.keyPath(index)
    func open<Member>(_ type: Member.Type) {
      if let keyPath = keyPath as? KeyPath<Model, Member> { forward(keyPath, from: model) }
    }
    _openExistential(Swift.type(of: keyPath).valueType, do: open)
  }

  /// Gives the row's instance a value that was set in one that it took over from.
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
  /// Makes `object` the instance of a row that `other` was the instance of.
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

  /// The older instances of the row of an instance.
  func olderInstances(_ state: StatePointer) -> [AnyObject] {
    guard let row = state.pointee.extra?.unusual?.row else { return [] }
    return aliases.values.map { $0.takeUnretainedValue() }.filter { object in
      (object as? any PersistentModel).flatMap(ModelStates.state)?.pointee.extra?.standIn === row
    }
  }
}

extension RelationshipBinding {
  /// The instance that stands for the row of a model at the other end.
  func current(_ object: AnyObject) -> AnyObject {
    destination.state(of: object)?.pointee.extra?.standIn?.current ?? object
  }

  /// The instance that stands for the row of a model at the other end, taken into the context where
  /// its own has ended.
  func current(_ object: AnyObject, in context: ModelContext) -> AnyObject {
    let object = current(object)
    guard let state = destination.state(of: object), state.pointee.extra?.reader != nil else {
      return object
    }
    context.rejoinRelated(object, state, destination)
    return current(object)
  }

  /// Whether another instance may stand for the row of a model at the other end.
  func isReplaced(_ object: AnyObject) -> Bool {
    guard let extra = destination.state(of: object)?.pointee.extra else { return false }
    return extra.standIn != nil || extra.reader != nil
  }

  /// Whether another instance may stand for the row of one of some models at the other end.
  func areReplaced(_ objects: [AnyObject]) -> Bool {
    // `contains(where:)` is generic code, dear in debug builds.
    var place = 0
    while place < objects.count {
      if isReplaced(objects[place]) { return true }
      place += 1
    }
    return false
  }

  /// How the members of `object` differ from what they were, when those whose rows others took over
  /// have made room for these.
  func difference(
    from old: [AnyObject], of object: AnyObject, in context: ModelContext
  ) -> MemberDifference {
    let link = link(of: object)
    let difference = MemberDifference(from: old, to: link.models ?? [])
    guard areReplaced(difference.added) else { return difference }
    // Taking members in may set relationships, so the slot keeps them meanwhile.
    let members = (link.models ?? []).map { current($0, in: context) }
    link.setModels(ModelContext.unique(members))
    return MemberDifference(from: old, to: link.models ?? [])
  }
}
