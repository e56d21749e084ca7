extension ModelContext {
  /// Unlinks `member` from its current owner, for a relationship whose members do not store their
  /// owner.
  ///
  /// Executes one statement for a stored member if the context knows no owner.
  func takeFromOwner(
    _ member: AnyObject, for object: AnyObject, _ relationship: RelationshipBinding
  ) {
    do {
      guard let owner = try owner(of: member, relationship), owner !== object else { return }
      take(member, from: owner, relationship)
    } catch {
      deferFailure(error)
      unread.owners.append((member, object, relationship))
    }
  }

  /// Unlinks `member` from `owner`.
  func take(_ member: AnyObject, from owner: AnyObject, _ relationship: RelationshipBinding) {
    guard let state = relationship.owner.state(of: owner) else { return }
    noteChange(of: owner, state, relationship)
    links.remove(member, from: owner, relationship)
    removeMember(member, of: owner, relationship)
  }

  private func owner(
    of member: AnyObject, _ relationship: RelationshipBinding
  ) throws -> AnyObject? {
    if links.knows(member, relationship) { return links.owner(of: member, relationship) }
    return try storedOwner(of: member, relationship)
  }

  /// The owner of `member` according to the store.
  func storedOwner(
    of member: AnyObject, _ relationship: RelationshipBinding
  ) throws -> AnyObject? {
    guard let key = relationship.destination.state(of: member)?.pointee.key, key > 0,
      let owner = try session(relationship.owner.store).owner(of: key, relationship)
    else { return nil }
    // A fault, so that an owner that is not in memory does not have the member when it is loaded.
    return instanceOrFault(owner, of: relationship.owner)
  }
}
