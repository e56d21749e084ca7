extension ModelContext {
  typealias StatePointer = UnsafeMutablePointer<_ModelState>

  /// The target of a to-one relationship; nil if there is none.
  ///
  /// Executes no statement if the context has the target; otherwise one for all models of the same
  /// fetch that need theirs.
  func target(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) -> AnyObject? {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    do {
      return try readTarget(of: object, state, relationship)
    } catch {
      deferFailure(error)
      return nil
    }
  }

  /// Returns the target like `target(of:_:_:)`, but throws errors.
  func readTarget(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) throws -> AnyObject? {
    let link = relationship.link(of: object)
    if let held = link.held { return held }
    verifyMembers()
    try readKey(link, object, state, relationship)
    guard link.key != 0 else {
      link.setNil()
      return nil
    }
    if instance(link.key, of: relationship.destination) == nil, link.key > 0 {
      try readTargets(object, state, relationship)
    }
    guard let found = instance(link.key, of: relationship.destination) else {
      link.setNil()
      return nil
    }
    hold(found, by: object, relationship)
    return found
  }

  /// Reads the target's key if it is unknown.
  ///
  /// If it cannot be read, it stays unknown, and the next save throws the reason.
  func loadKey(
    _ link: RelationshipLink, _ object: AnyObject, _ state: StatePointer,
    _ relationship: RelationshipBinding
  ) {
    do {
      try readKey(link, object, state, relationship)
    } catch {
      deferFailure(error)
    }
  }

  /// Reads the target's key like `loadKey(_:_:_:_:)`, but throws errors.
  func readKey(
    _ link: RelationshipLink, _ object: AnyObject, _ state: StatePointer,
    _ relationship: RelationshipBinding
  ) throws {
    guard link.key == RelationshipLink.unknownKey else { return }
    if state.pointee.key > 0 {
      let owner = relationship.owner.actual(object)
      try session(owner.store).load(object, state.pointee.key, owner)
    }
    // Without a row, there is no target.
    if link.key == RelationshipLink.unknownKey { link.key = 0 }
  }

  /// Makes an instance retain its target, unless the target retains the instance.
  ///
  /// Models in a retain cycle would outlive their use.
  func hold(_ target: AnyObject, by object: AnyObject, _ relationship: RelationshipBinding) {
    if let inverse = relationship.inverse {
      let back = inverse.link(of: target)
      let holdsBack = inverse.isToMany ? back.hasModels : back.held != nil
      if holdsBack { return }
    }
    relationship.link(of: object).set(target)
  }

  /// Loads the targets that an instance and its neighbors in a fetch need.
  private func readTargets(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) throws {
    let needy = neighbours(of: object, state, relationship.owner) {
      needsTarget($0, relationship)
    }
    try loadTargets(of: needy, relationship)
  }

  /// Whether the target is a stored row without an instance in the context.
  func needsTarget(_ object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    let link = relationship.link(of: object)
    return link.key > 0 && link.held == nil
      && instance(link.key, of: relationship.destination) == nil
  }

  /// Loads the targets of several instances with one statement.
  func loadTargets(of objects: [AnyObject], _ relationship: RelationshipBinding) throws {
    let keys = Set(objects.map { relationship.link(of: $0).key }).sorted()
    guard !keys.isEmpty else { return }
    let loaded = try load(keys[...], relationship.destination)
    withExtendedLifetime(loaded) {
      for object in objects {
        let link = relationship.link(of: object)
        if let found = instance(link.key, of: relationship.destination) { link.set(found) }
      }
    }
  }
}

extension ModelContext {
  /// Makes `target` the target of a to-one relationship, in both models.
  func setTarget(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    to target: AnyObject?
  ) {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    verifyMembers()
    let link = relationship.link(of: object)
    loadKey(link, object, state, relationship)
    guard let target = target.map({ relationship.current($0, in: self) }) else {
      return clearTarget(of: object, state, relationship)
    }
    guard let targetState = admit(target, relationship) else {
      // The slot may already contain a model that cannot be related.
      return link.clear()
    }
    guard targetState.pointee.key != link.key else {
      link.clear()
      return hold(target, by: object, relationship)
    }
    noteChange(of: object, state, relationship)
    withMutation(of: object, relationship) {
      leaveTarget(of: object, relationship)
      join(object, state, relationship, target, targetState)
    }
  }

  private func clearTarget(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) {
    let link = relationship.link(of: object)
    guard link.key != 0 else { return link.setNil() }
    noteChange(of: object, state, relationship)
    withMutation(of: object, relationship) {
      leaveTarget(of: object, relationship)
    }
  }

  // Each change is recorded before it is made: recording it may have to load the previous value.

  /// Removes an instance from the inverse of its current target, and clears the target.
  func leaveTarget(of object: AnyObject, _ relationship: RelationshipBinding) {
    let link = relationship.link(of: object)
    let old = link.key
    defer {
      link.key = 0
      link.setNil()
    }
    guard old != 0, let inverse = relationship.inverse else { return }
    if old == RelationshipLink.unknownKey { return noteUnread(object, relationship) }
    let isReachable = old > 0 && !inverse.isToMany
    let target =
      isReachable
      ? instanceOrFault(old, of: relationship.destination)
      : instance(old, of: relationship.destination)
    guard let target, let targetState = inverse.owner.state(of: target) else { return }
    let back = inverse.link(of: target)
    if !inverse.isToMany, back.key != RelationshipLink.unknownKey,
      back.key != relationship.owner.state(of: object)?.pointee.key
    {
      // This pair was saved elsewhere, while the target has a different unsaved one here.
      return
    }
    noteChange(of: target, targetState, inverse)
    if inverse.isToMany { return removeMember(object, of: target, inverse) }
    withMutation(of: target, inverse) {
      back.key = 0
      back.setNil()
    }
  }

  /// Connects an instance that has no target with a target, in both models.
  func join(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ target: AnyObject, _ targetState: StatePointer
  ) {
    let link = relationship.link(of: object)
    if let inverse = relationship.inverse { noteChange(of: target, targetState, inverse) }
    link.key = targetState.pointee.key
    defer {
      link.clear()
      hold(target, by: object, relationship)
    }
    guard let inverse = relationship.inverse else { return }
    if inverse.isToMany {
      appendMember(object, to: target, inverse)
    } else if inverse !== relationship || target !== object {
      let back = inverse.link(of: target)
      loadKey(back, target, targetState, inverse)
      guard back.key != state.pointee.key else { return }
      withMutation(of: target, inverse) {
        if back.key != 0 { leaveTarget(of: target, inverse) }
        back.key = state.pointee.key
        back.set(object)
      }
    }
  }
}
