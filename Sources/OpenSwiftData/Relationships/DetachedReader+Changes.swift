// What setting relationships does to models whose context has ended.

extension DetachedReader {
  /// Takes a model into the context of the one that it is about to be related to, where that one would
  /// lead back to it.
  ///
  /// - Returns: Whether it belongs to the context now.
  func rejoin(
    _ object: AnyObject, through relationship: RelationshipBinding, to target: AnyObject?
  ) -> Bool {
    guard relationship.inverse != nil, let target = target as? any PersistentModel,
      let context = target.modelContext,
      let state = relationship.owner.state(of: object)
    else { return false }
    let type = state.pointee.extra?.formerBinding?.modelType ?? relationship.owner.modelType
    guard let binding = try? context.core.bindings.binding(for: type) else { return false }
    context.rejoinRelated(object, state, binding)
    return state.pointee.context != nil
  }

  /// Takes note that a to-one relationship gets another end.
  ///
  /// - Returns: Whether that is all; otherwise the slot has to hold the other end.
  func setTarget(
    of object: AnyObject, _ relationship: RelationshipBinding, to target: AnyObject?
  ) -> Bool {
    guard let state = relationship.owner.state(of: object) else { return false }
    let link = relationship.link(of: object)
    let key = target.flatMap { self.key(of: $0, relationship) }
    if let key, key == link.key {
      link.clear()
      return true
    }
    noteChange(state, relationship.index)
    link.key = key ?? 0
    guard key != nil else { return false }
    // Stored models find each other by their keys, and need not hold each other.
    relationship.owner.mutate(object, property: relationship.index) { link.clear() }
    return true
  }

  /// The key of a model that is one of this reader's, or nil.
  private func key(of target: AnyObject, _ relationship: RelationshipBinding) -> Int64? {
    guard let state = relationship.destination.state(of: target),
      state.pointee.extra?.reader === self
    else { return nil }
    return state.pointee.key
  }

  /// Takes down the members before they are changed in place.
  func beginEditingMembers(
    of object: AnyObject, _ relationship: RelationshipBinding, isRead: Bool
  ) {
    guard let extra = relationship.owner.state(of: object)?.pointee.extra else { return }
    if !isRead { extra.ensuredUnusual.failed.insert(relationship.index) }
    let models = relationship.link(of: object).models ?? []
    extra.keep(KnownMembers(models, of: relationship.index))
  }

  /// Tells whether the members differ from those taken down.
  func endEditingMembers(of object: AnyObject, _ relationship: RelationshipBinding) {
    let index = relationship.index
    guard let state = relationship.owner.state(of: object), let extra = state.pointee.extra,
      let known = extra.dropMembers(of: index)
    else { return }
    let link = relationship.link(of: object)
    if !known.difference(to: link.models ?? [], isExact: true).isEmpty { noteChange(state, index) }
    if extra.unusual?.failed.remove(index) != nil {
      // What was there is not known, so that nothing can take its place.
      state.removeChange(index)
      link.setModels(nil)
    } else {
      settleMembers(of: object, relationship)
    }
  }
}
