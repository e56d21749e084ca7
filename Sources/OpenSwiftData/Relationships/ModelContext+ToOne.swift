import RecordStore

extension ModelContext {
  typealias StatePointer = UnsafeMutablePointer<_ModelState>

  /// The model at the other end of a to-one relationship; nil when there is none.
  ///
  /// Executes no statement where the context has the other end, else one for all models of the
  /// same fetch that need theirs.
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

  /// The same for whoever can be told of a failure.
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

  /// Finds out the key of the other end where it was not read yet; it stays unknown where it cannot
  /// be read, and the next save tells why.
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

  /// The same for whoever can be told of a failure.
  func readKey(
    _ link: RelationshipLink, _ object: AnyObject, _ state: StatePointer,
    _ relationship: RelationshipBinding
  ) throws {
    guard link.key == RelationshipLink.unknownKey else { return }
    if state.pointee.key > 0 {
      let owner = relationship.owner.actual(object)
      try session(owner.store).load(object, state.pointee.key, owner)
    }
    // Where there is no row, nothing is related.
    if link.key == RelationshipLink.unknownKey { link.key = 0 }
  }

  /// Lets an instance keep the other end alive, unless that keeps the instance alive already:
  /// models that hold each other would outlive their use.
  func hold(_ target: AnyObject, by object: AnyObject, _ relationship: RelationshipBinding) {
    if let inverse = relationship.inverse {
      let back = inverse.link(of: target)
      let holdsBack = inverse.isToMany ? back.hasModels : back.held != nil
      if holdsBack { return }
    }
    relationship.link(of: object).set(target)
  }

  /// Loads the other ends that an instance and its neighbours in a fetch need.
  private func readTargets(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) throws {
    let needy = neighbours(of: object, state, relationship.owner) {
      needsTarget($0, relationship)
    }
    try loadTargets(of: needy, relationship)
  }

  /// Whether the other end is a stored row that the context has no instance of.
  func needsTarget(_ object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    let link = relationship.link(of: object)
    return link.key > 0 && link.held == nil
      && instance(link.key, of: relationship.destination) == nil
  }

  /// Loads the other ends of several instances with one statement.
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
  /// Makes `target` the other end of a to-one relationship, in both models.
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
      // The slot may already hold what cannot be related.
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

  // Each change is noted before it is made: what notes it may have to load what was before.

  /// Takes an instance out of the inverse of its present target, and forgets that target.
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
      // Somebody else has saved this pair, while the target has another one here, unsaved.
      return
    }
    noteChange(of: target, targetState, inverse)
    if inverse.isToMany { return removeMember(object, of: target, inverse) }
    withMutation(of: target, inverse) {
      back.key = 0
      back.setNil()
    }
  }

  /// Connects an instance that has no target with one, in both models.
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
