import RecordStore

extension ModelContext {
  /// Fills the slot of a to-many relationship if it is empty.
  ///
  /// Executes one statement for all models of the same fetch whose members are not loaded.
  ///
  /// - Returns: Whether the slot is filled; if not, the next save throws the reason.
  @discardableResult
  func loadMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) -> Bool {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    do {
      try readMembers(of: object, state, relationship)
      return true
    } catch {
      deferFailure(error)
      return false
    }
  }

  /// Fills the slot of a to-many relationship like `loadMembers(of:_:_:)`, but throws errors.
  func readMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) throws {
    let link = relationship.link(of: object)
    guard !link.hasModels else { return }
    verifyMembers()
    guard state.pointee.key > 0 else { return link.setModels([]) }
    let owners = neighbours(of: object, state, relationship.owner) {
      !relationship.link(of: $0).hasModels
    }
    try loadMembers(of: owners, relationship)
  }

  /// Fills the slots of several instances with one statement.
  func loadMembers(of owners: [AnyObject], _ relationship: RelationshipBinding) throws {
    var load = ToManyLoader(owners, relationship)
    try load.run(in: self)
  }

  /// Appends a new member if the members are loaded; it must not be a member yet.
  func appendMember(
    _ member: AnyObject, to object: AnyObject, _ relationship: RelationshipBinding
  ) {
    let link = relationship.link(of: object)
    guard link.hasModels else { return }
    relationship.knownMembers(of: object)?.append(member)
    withMutation(of: object, relationship) { link.editModels { $0.append(member) } }
  }

  /// Removes a member if the members are loaded.
  func removeMember(
    _ member: AnyObject, of object: AnyObject, _ relationship: RelationshipBinding
  ) {
    let link = relationship.link(of: object)
    // The array must not be referenced elsewhere when it is changed, or it would be copied.
    let found = link.models.flatMap { IdentityWords.place(of: member, in: $0) }
    guard let place = found else { return }
    relationship.knownMembers(of: object)?.remove(member, at: place)
    withMutation(of: object, relationship) { link.editModels { $0.remove(at: place) } }
  }

  /// Updates the other sides of the relationship after the user changed the members.
  func membersChanged(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ difference: MemberDifference
  ) {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    // The code below may have to read, and may then find rows that were saved elsewhere.
    let isOutermost = !state.isMarked(.relating)
    state.pointee.flags.insert(.relating)
    defer { if isOutermost { unloadPostponed(of: object, state, relationship.owner) } }
    noteChange(of: object, state, relationship)
    let removed = difference.removed
    var added = difference.added
    // Usually one member is added or removed; in a debug build `for` would cost more than the work.
    var place = 0
    guard added.count > 0 || difference.hasDuplicates else {
      while place < removed.count {
        separate(removed[place], from: object, relationship)
        place += 1
      }
      return
    }
    var insertion = GraphInsertion(self)
    var refused: Set<ObjectIdentifier> = []
    while place < added.count {
      if !insertion.admit(added[place]) { refused.insert(ObjectIdentifier(added[place])) }
      place += 1
    }
    if !refused.isEmpty || difference.hasDuplicates {
      added.removeAll { refused.contains(ObjectIdentifier($0)) }
      state.pointee.extra?.forgetMembers(of: relationship.index)
      relationship.link(of: object).editModels { $0 = Self.unique($0, without: refused) }
    }
    place = 0
    while place < removed.count {
      separate(removed[place], from: object, relationship)
      place += 1
    }
    insertion.connect(added, to: object, relationship)
  }

  /// Unloads members that could not be unloaded while the other sides were being updated.
  private func unloadPostponed(
    of object: AnyObject, _ state: StatePointer, _ binding: EntityBinding
  ) {
    state.pointee.flags.remove(.relating)
    guard let unusual = state.pointee.extra?.unusual, !unusual.unloadsLater.isEmpty else { return }
    let mask = unusual.unloadsLater
    unusual.unloadsLater = PropertyMask()
    // Observers were notified when the row arrived, and may have read the members since.
    binding.mutate(object, mask) { binding.unloadMembers(of: object, state, mask) }
  }

  /// Each object once, in the order of first occurrence.
  static func unique(
    _ models: [AnyObject], without refused: Set<ObjectIdentifier> = []
  ) -> [AnyObject] {
    var seen = refused
    return models.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Unlinks an instance from a former member.
  func separate(
    _ member: AnyObject, from object: AnyObject, _ relationship: RelationshipBinding
  ) {
    guard let memberState = relationship.destination.state(of: member),
      memberState.belongs(to: registry)
    else { return }
    if let inverse = relationship.inverse { noteChange(of: member, memberState, inverse) }
    if relationship.keepsPendingLinks { links.remove(member, from: object, relationship) }
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany {
      if inverse !== relationship || member !== object { removeMember(object, of: member, inverse) }
      return
    }
    let back = inverse.link(of: member)
    guard back.key == relationship.owner.state(of: object)?.pointee.key else { return }
    withMutation(of: member, inverse) {
      back.key = 0
      back.setNil()
    }
  }
}
