// Setting relationships of models whose context has ended.

extension DetachedReader {
  /// Inserts a model into the context of the model that it is about to be related to, if the
  /// relationship has an inverse.
  ///
  /// - Returns: Whether the model belongs to the context now.
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
    return state.pointee.registry != nil
  }

  /// Records a new target of a to-one relationship.
  ///
  /// - Returns: Whether the key is enough; otherwise the slot has to retain the target.
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
    // Stored models find each other by their keys, and need not retain each other.
    relationship.owner.mutate(object, property: relationship.index) { link.clear() }
    return true
  }

  /// The key of a model that belongs to this reader, or nil.
  private func key(of target: AnyObject, _ relationship: RelationshipBinding) -> Int64? {
    guard let state = relationship.destination.state(of: target),
      state.pointee.extra?.reader === self
    else { return nil }
    return state.pointee.key
  }

  /// Records the members before they are changed in place.
  func beginEditingMembers(
    of object: AnyObject, _ relationship: RelationshipBinding, isRead: Bool
  ) {
    guard let extra = relationship.owner.state(of: object)?.pointee.extra else { return }
    if !isRead { extra.ensuredUnusual.failed.insert(relationship.index) }
    let models = relationship.link(of: object).models ?? []
    extra.keep(KnownMembers(models, of: relationship.index))
  }

  /// Records a change if the members differ from the recorded ones.
  func endEditingMembers(of object: AnyObject, _ relationship: RelationshipBinding) {
    let index = relationship.index
    guard let state = relationship.owner.state(of: object), let extra = state.pointee.extra,
      let known = extra.dropMembers(of: index)
    else { return }
    let link = relationship.link(of: object)
    if !known.difference(to: link.models ?? [], isExact: true).isEmpty { noteChange(state, index) }
    if extra.unusual?.failed.remove(index) != nil {
      // The previous members are unknown, so nothing can replace them.
      state.removeChange(index)
      link.setModels(nil)
    } else {
      settleMembers(of: object, relationship)
    }
  }
}
