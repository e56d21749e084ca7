import RecordStore

extension ModelContext {
  /// Ends the relation of `member` to the model that it belongs to so far, in a relationship whose
  /// members do not know whom they belong to.
  ///
  /// Executes one statement for a stored member that nothing is known of.
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

  /// Ends the relation of `member` to `owner`.
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

  /// The model that the row of `member` says it belongs to.
  func storedOwner(
    of member: AnyObject, _ relationship: RelationshipBinding
  ) throws -> AnyObject? {
    guard let key = relationship.destination.state(of: member)?.pointee.key, key > 0,
      let owner = try session(relationship.owner.store).owner(of: key, relationship)
    else { return nil }
    // One that is not in memory yet is not to read as the owner when it comes.
    return instanceOrFault(owner, of: relationship.owner)
  }
}
