import DataSchema

extension ModelContext {
  /// Records that a relationship of an instance is about to change.
  func noteChange(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) {
    relationship.noteStoredOrder(of: object, state)
    let isFirst = !state.hasChanged(relationship.index)
    guard isFirst || undoRecorder != nil || observation != nil else { return }
    if isFirst, !relationship.isToMany, state.pointee.key > 0 {
      formerTargets.note(object, state, relationship)
    }
    willChange(relationship.owner.model(object), state, property: relationship.index)
  }

  /// Notifies the observers of a relationship that `body` changes it.
  func withMutation(
    of object: AnyObject, _ relationship: RelationshipBinding, _ body: () -> Void
  ) {
    relationship.owner.mutate(object, property: relationship.index, body)
  }

  /// The state of a model that is about to be related to a model of this context; nil if the model
  /// cannot be inserted into the context.
  func admit(_ object: AnyObject, _ relationship: RelationshipBinding) -> StatePointer? {
    guard let state = relationship.destination.state(of: object) else { return nil }
    if state.belongs(to: registry) {
      return state
    }
    var insertion = GraphInsertion(self)
    guard insertion.admit(object) else { return nil }
    insertion.connect()
    return state
  }

  /// Forgets a model that was never saved, and the unsaved models that its delete rules delete.
  func discard(_ model: any PersistentModel) {
    var waiting: [AnyObject] = [model]
    var forgotten: [Int: Set<Int64>] = [:]
    var discarded: [PendingChanges.Entry] = []
    while let object = waiting.popLast() {
      guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model),
        state.isMarked(.inserted), let binding = state.pointee.binding?.takeUnretainedValue()
      else { continue }
      changes.inserted.remove(state)
      if let observation { tellObservers(observation, of: model) }
      for relationship in binding.relationships {
        waiting += disconnect(object, state, relationship)
      }
      for relationship in binding.incoming where relationship.inverse == nil {
        if !relationship.isToMany {
          forgotten[relationship.number, default: []].insert(state.pointee.key)
        } else {
          leaveOwner(object, relationship)
        }
      }
      links.forget(object)
      discarded.append(.init(model: model, state: state, binding: binding))
      registry.detach(object)
    }
    var cut = CircleCut(discarded)
    cut.run(discarded)
    if !forgotten.isEmpty { clearTargets(forgotten) }
  }

  /// Removes an unsaved model from the members of its owner, for relationships without an inverse.
  private func leaveOwner(_ object: AnyObject, _ relationship: RelationshipBinding) {
    guard let owner = links.owner(of: object, relationship),
      let state = relationship.owner.state(of: owner)
    else { return }
    noteChange(of: owner, state, relationship)
    removeMember(object, of: owner, relationship)
  }

  /// Clears references to targets that were forgotten, for relationships without an inverse.
  ///
  /// - Parameter forgotten: The temporary keys of the targets, by relationship.
  private func clearTargets(_ forgotten: [Int: Set<Int64>]) {
    for entry in changes.inserted.marked + changes.changed.marked + changes.deleted.marked {
      for relationship in entry.binding.relationships {
        guard let keys = forgotten[relationship.number] else { continue }
        let object = entry.model as AnyObject
        guard keys.contains(relationship.link(of: object).key) else { continue }
        noteChange(of: object, entry.state, relationship)
        withMutation(of: object, relationship) { leaveTarget(of: object, relationship) }
      }
    }
  }

  /// Unlinks a model that is about to be forgotten.
  ///
  /// - Returns: The unsaved models that are forgotten with it.
  private func disconnect(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) -> [AnyObject] {
    let link = relationship.link(of: object)
    let isCascading = relationship.deleteRule == .cascade
    guard relationship.isToMany else {
      let target = link.held ?? instance(link.key, of: relationship.destination)
      if link.key != 0 { leaveTarget(of: object, relationship) }
      guard isCascading, let target else { return [] }
      return cascade(to: [target], relationship)
    }
    let members = link.models ?? []
    for member in members { separate(member, from: object, relationship) }
    return isCascading ? cascade(to: members, relationship) : []
  }

  private func cascade(
    to objects: [AnyObject], _ relationship: RelationshipBinding
  ) -> [AnyObject] {
    objects.filter { object in
      guard let state = relationship.destination.state(of: object) else { return false }
      if state.isMarked(.inserted) { return true }
      delete(relationship.destination.model(object))
      return false
    }
  }
}
