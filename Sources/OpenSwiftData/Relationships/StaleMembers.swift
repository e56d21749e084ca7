import RecordStore

// Members that were changed here while somebody else saved. What both did is brought together by
// reading them anew: pending changes are laid over what the store says then.

extension EntityBinding {
  /// The to-many relationships with unsaved changes.
  func changedMembers(_ state: UnsafeMutablePointer<_ModelState>) -> PropertyMask {
    guard state.pointee.changes != 0 else { return PropertyMask() }
    return PropertyMask(
      relationships.lazy.filter {
        // What was set without being read is brought in line with the store at the next save.
        $0.isToMany && state.hasChanged($0.index)
          && !(state.pointee.extra?.unusual?.unread.contains($0.index) ?? false)
      }
      .map(\.index))
  }

  /// Has members be read anew, and remembers their order.
  func unloadMembers(
    of object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ mask: PropertyMask
  ) {
    guard !state.isMarked(.relating) else {
      // Laid over the store's would be those alone whose ends are known.
      let unusual = state.ensuredExtra.ensuredUnusual
      unusual.unloadsLater = unusual.unloadsLater.union(mask)
      return
    }
    for relationship in relationships
    where relationship.isToMany && mask.contains(relationship.index) {
      let link = relationship.link(of: object)
      guard link.hasModels, let models = link.models else { continue }
      state.ensuredExtra.ensuredUnusual.formerMembers[relationship.index] = models
      state.ensuredExtra.forgetMembers(of: relationship.index)
      link.setModels(nil)
    }
  }
}

extension RelationshipBinding {
  /// Puts members that were read anew in the order they had; those that came stand at the end.
  func restoreOrder(of object: AnyObject) {
    guard let unusual = owner.state(of: object)?.pointee.extra?.unusual,
      let former = unusual.formerMembers.removeValue(forKey: index)
    else { return }
    link(of: object).editModels { models in
      let present = Set(models.map(ObjectIdentifier.init))
      let known = Set(former.map(ObjectIdentifier.init))
      models =
        former.filter { present.contains(ObjectIdentifier($0)) }
        + models.filter { !known.contains(ObjectIdentifier($0)) }
    }
  }
}

extension PendingSave {
  /// Reads members that are to be read anew, so that their order can be written.
  func readStaleMembers() throws {
    for entry in changed where entry.state.isMarked(.stale) {
      let members = entry.binding.changedMembers(entry.state)
      entry.binding.unloadMembers(of: entry.model, entry.state, members)
    }
    // Reading the members of one may bring others up to date, whose members are then to be read
    // anew; that happens to each once.
    while try readUnloadedMembers() {}
  }

  /// Reads members that are to be read anew; false where there were none.
  private func readUnloadedMembers() throws -> Bool {
    var hasRead = false
    for entry in changed {
      guard let unusual = entry.state.pointee.extra?.unusual, !unusual.formerMembers.isEmpty
      else { continue }
      for relationship in entry.binding.relationships
      where unusual.formerMembers[relationship.index] != nil {
        try context.readMembers(of: entry.model, entry.state, relationship)
        unusual.formerMembers[relationship.index] = nil
        hasRead = true
      }
    }
    return hasRead
  }
}
