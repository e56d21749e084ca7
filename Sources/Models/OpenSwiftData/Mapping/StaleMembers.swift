import RecordStore

// Members that were changed in this context while another one saved. Both changes are merged by
// reading the members again and applying the pending changes to them.

extension EntityBinding {
  /// The to-many relationships with unsaved changes.
  func changedMembers(_ state: UnsafeMutablePointer<_ModelState>) -> PropertyMask {
    guard state.pointee.changes != 0 else { return PropertyMask() }
    return PropertyMask(
      relationships.lazy.filter {
        // Members that were set without being read are resolved with the store at the next save.
        $0.isToMany && state.hasChanged($0.index)
          && !(state.pointee.extra?.unusual?.unread.contains($0.index) ?? false)
      }
      .map(\.index))
  }

  /// Unloads members so that they are read again, and remembers their order.
  func unloadMembers(
    of object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ mask: PropertyMask
  ) {
    guard !state.isMarked(.relating) else {
      // Read now, the array would include only changes whose other sides are already updated.
      let unusual = state.ensuredExtra.ensuredUnusual
      unusual.unloadsLater = unusual.unloadsLater.union(mask)
      return
    }
    for relationship in relationships
    where relationship.isToMany && mask.contains(relationship.index) {
      let link = relationship.link(of: object)
      guard link.hasModels, let models = link.models else { continue }
      state.ensuredExtra.noteFormer(models, of: relationship.index)
      link.setModels(nil)
    }
  }
}

extension RelationshipBinding {
  /// Records the stored order of members that are about to be changed for the first time since the
  /// last save.
  func noteStoredOrder(of object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>) {
    guard isToMany, state.pointee.key > 0, !state.hasChanged(index) else { return }
    // A change in place, or of the whole array, has already recorded it.
    if state.pointee.extra?.changedMembers(of: index)?.knowsStored ?? false { return }
    guard let models = link(of: object).models else { return }
    state.ensuredExtra.noteStored(models, of: index)
  }

  /// Records the order in which members with unsaved changes were read.
  func noteReadOrder(of object: AnyObject) {
    guard let state = owner.state(of: object), state.hasChanged(index) else { return }
    state.ensuredExtra.noteStored(link(of: object).models ?? [], of: index)
  }

  /// Merges the order of members that were read again with their order in this context.
  func restoreOrder(of object: AnyObject) {
    guard let known = owner.state(of: object)?.pointee.extra?.changedMembers(of: index),
      let former = known.former
    else { return }
    known.former = nil
    let read = Set((known.storedMembers ?? []).map(ObjectIdentifier.init))
    link(of: object).editModels { models in
      // A member that was unlinked elsewhere and added here has no position among those that were
      // read.
      let base = former.stored?.map(ObjectIdentifier.init).filter(read.contains)
      let order = MergedOrder(
        stored: models.map(ObjectIdentifier.init), own: former.members.map(ObjectIdentifier.init),
        base: base)
      if let places = order.places { models = places.map { models[$0] } }
    }
  }
}
