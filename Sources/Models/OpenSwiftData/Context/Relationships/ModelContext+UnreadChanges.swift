import RecordStore

extension UnreadChanges {
  /// Clears the read failure of a property that gets a new value.
  static func forgetFailure<Model: _InlineModel>(
    of keyPath: AnyKeyPath, _ model: Model, _ extra: _ModelExtra
  ) {
    guard let binding = model._$statePointer.pointee.binding?.takeUnretainedValue(),
      let index = binding.propertyNumber(of: keyPath)
    else { return }
    extra.unusual?.failed.remove(index)
  }

  /// Reverts a change in place to a value that could not be read.
  static func dropEdit<Model: _InlineModel>(
    of index: Int, _ model: Model, _ extra: _ModelExtra
  ) {
    let state = model._$statePointer
    guard let context = state.pointee.context else {
      return dropDetachedEdit(of: index, model, extra)
    }
    guard let binding = state.pointee.binding?.takeUnretainedValue(),
      binding.relationship(index) == nil,
      extra.unusual?.failed.remove(index) != nil
    else { return }
    binding.unload(model, PropertyMask([index]))
    context.uncount(state, index)
  }

  private static func dropDetachedEdit<Model: _InlineModel>(
    of index: Int, _ model: Model, _ extra: _ModelExtra
  ) {
    guard let binding = extra.formerBinding, binding.relationship(index) == nil,
      extra.unusual?.failed.remove(index) != nil
    else { return }
    binding.unload(model, PropertyMask([index]))
    model._$statePointer.removeChange(index)
  }
}

extension ModelContext {
  /// Begins replacing the members of a to-many relationship.
  func beginReplacing(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) -> MemberReplacement {
    verifyMembers()
    let isRead = loadMembers(of: object, state, relationship)
    state.pointee.extra?.forgetMembers(of: relationship.index)
    undoRecorder?.recordChange(
      of: relationship.owner.model(object), state, property: relationship.index)
    return MemberReplacement(
      context: self, object: object, state: state, relationship: relationship,
      old: relationship.link(of: object).models ?? [], isRead: isRead)
  }

  /// Records that a relationship is set while its previous value cannot be read.
  func noteUnread(_ object: AnyObject, _ relationship: RelationshipBinding) {
    guard let state = relationship.owner.state(of: object) else { return }
    state.ensuredExtra.ensuredUnusual.unread.insert(relationship.index)
    unread.haveRelationships = true
    noteChange(of: object, state, relationship)
  }

  /// Reads the previous values that could not be read earlier, and unlinks the models in them.
  ///
  /// - Throws: Errors of the store; the changes are kept.
  func settleUnread() throws {
    guard !unread.isEmpty else { return }
    for entry in changes.changed.marked {
      guard let unusual = entry.state.pointee.extra?.unusual, !unusual.unread.isEmpty
      else { continue }
      for relationship in entry.binding.relationships
      where unusual.unread.contains(relationship.index) {
        if relationship.isToMany {
          try settleMembers(of: entry, relationship)
        } else {
          try settleTarget(of: entry, relationship)
        }
        unusual.unread.remove(relationship.index)
      }
    }
    for (member, object, relationship) in unread.owners {
      guard let owner = try storedOwner(of: member, relationship), owner !== object else {
        continue
      }
      take(member, from: owner, relationship)
    }
    unread = UnreadChanges()
  }

  private func settleMembers(
    of entry: PendingChanges.Entry, _ relationship: RelationshipBinding
  ) throws {
    let link = relationship.link(of: entry.model)
    let wanted = link.models
    entry.state.pointee.extra?.forgetMembers(of: relationship.index)
    link.setModels(nil)
    defer { link.setModels(wanted) }
    try readMembers(of: entry.model, entry.state, relationship)
    let kept = Set((wanted ?? []).map(ObjectIdentifier.init))
    for member in link.models ?? [] where !kept.contains(ObjectIdentifier(member)) {
      links.noteStored(member, of: entry.model, relationship)
      separate(member, from: entry.model, relationship)
    }
  }

  private func settleTarget(
    of entry: PendingChanges.Entry, _ relationship: RelationshipBinding
  ) throws {
    let link = relationship.link(of: entry.model)
    let (key, held) = (link.key, link.held)
    link.key = RelationshipLink.unknownKey
    do {
      try readKey(link, entry.model, entry.state, relationship)
    } catch {
      link.key = key
      throw error
    }
    if link.key != key { leaveTarget(of: entry.model, relationship) }
    link.key = key
    if let held { link.set(held) } else if key != 0 { link.clear() }
  }
}
