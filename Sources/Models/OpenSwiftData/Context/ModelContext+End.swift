// The end of a context: instances that nothing else retains are deallocated; others keep reading.

extension ModelContext {
  /// Releases all instances.
  func endInstances() {
    // Retained meanwhile, since deallocating a model would change the map during iteration.
    var held: [AnyObject?] = []
    registry.forEachInstance { held.append($0) }
    for alias in registry.aliases.values { held.append(alias.takeUnretainedValue()) }
    guard !held.isEmpty else { return }
    if core.bindings.haveRelationships {
      for case let object? in held { separate(object) }
    }
    var states: [(state: StatePointer, binding: EntityBinding)?] = []
    states.reserveCapacity(held.count)
    // All are detached before the first is deallocated: a deinitializer may look at the others.
    for case let object? in held { states.append(registry.release(object)) }
    forgetLists()
    Self.dropUnused(&held, &states)
    adopt(held, states)
  }

  /// Empties the lists of changes, which retain their instances.
  private func forgetLists() {
    let former = (changes, links, unread, unverifiedMembers)
    changes = PendingChanges()
    links = PendingLinks()
    unread = UnreadChanges()
    unverifiedMembers = []
    readValues = nil
    withExtendedLifetime(former) {}
  }

  /// Deallocates the instances that nothing else retains, then members that only these retained.
  private static func dropUnused(
    _ held: inout [AnyObject?], _ states: inout [(state: StatePointer, binding: EntityBinding)?]
  ) {
    var count = 0
    repeat {
      count = held.count
      var kept = 0
      for index in held.indices {
        if isKnownUniquelyReferenced(&held[index]) {
          held[index] = nil
        } else {
          held.swapAt(kept, index)
          states.swapAt(kept, index)
          kept += 1
        }
      }
      held.removeLast(count - kept)
      states.removeLast(count - kept)
    } while held.count < count && !held.isEmpty
  }

  /// Lets the instances that are still retained keep reading.
  private func adopt(
    _ held: [AnyObject?], _ states: [(state: StatePointer, binding: EntityBinding)?]
  ) {
    // The rows of a migration stage exist only during the stage.
    guard !held.isEmpty, !core.stores.contains(where: \.isOfStage) else { return }
    let reader = DetachedReader(core)
    for (object, entry) in zip(held, states) {
      guard let object, let (state, binding) = entry, state.pointee.key > 0,
        state.pointee.extra?.standIn == nil
      else { continue }
      _ = reader.adopt(object, state, binding)
    }
  }

  /// Empties the slots through which models could retain each other after their context ends;
  /// stored values are read again.
  ///
  /// Members of a one-to-many relationship stay if models cannot be members of each other.
  private func separate(_ object: AnyObject) {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model),
      let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    for relationship in binding.relationships {
      let link = relationship.link(of: object)
      if relationship.isToMany {
        guard relationship.mayBeCyclic else { continue }
        link.setModels(nil)
        if state.pointee.changes != 0 { state.removeChange(relationship.index) }
      } else if link.key < 0, link.key != RelationshipLink.unknownKey, state.pointee.key > 0 {
        // The other end was never saved, and belongs to no context from now on.
        link.key = RelationshipLink.unknownKey
        link.clear()
        state.removeChange(relationship.index)
      } else if link.key == 0 {
        link.setNil()
      } else {
        link.clear()
      }
    }
    state.pointee.extra?.forgetAllMembers()
    state.pointee.extra?.unusual?.failed = []
    state.pointee.extra?.unusual?.unread = []
  }

  /// Empties the slots through which models with deleted rows could retain each other; nothing is
  /// related to these models any more.
  func releaseOthers(_ object: AnyObject, _ binding: EntityBinding) {
    for relationship in binding.relationships {
      if relationship.isToMany {
        guard relationship.mayBeCyclic else { continue }
        withMutation(of: object, relationship) { relationship.link(of: object).setNoModels() }
      } else if relationship.destinationMap == binding.mapIndex {
        withMutation(of: object, relationship) { relationship.link(of: object).setNil() }
      }
    }
  }
}
