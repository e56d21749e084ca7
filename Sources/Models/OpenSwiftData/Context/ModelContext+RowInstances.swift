import RecordStore

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

  /// Tracks an instance that another instance replaces.
  func addAlias(_ object: AnyObject, _ state: StatePointer) {
    if let observation, let model = object as? any PersistentModel {
      tellObservers(observation, of: model)
    }
    registry.addAlias(object, state)
  }

  /// Moves `object` to the key under which it was saved.
  func rekey(_ object: AnyObject, _ state: StatePointer, to key: Int64) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    if state.isMarked(.registered) { registry.remove(state.pointee.key, of: binding) }
    if let other = instance(key, of: binding), other !== object,
      let otherState = binding.state(of: other)
    {
      // An upsert matched the row of an instance in this context; the newer instance replaces it.
      takeOver(object, state, from: other, otherState, binding)
    }
    register(object, state, key, binding)
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
