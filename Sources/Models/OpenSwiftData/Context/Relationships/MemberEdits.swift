// Changes in place of to-many relationships: what is reported at once, and what is found later.

extension ModelContext {
  /// Reports the difference between the members and those that the rest of the context knows.
  ///
  /// - Parameters:
  ///   - object: The model.
  ///   - state: Its state.
  ///   - relationship: The relationship.
  ///   - known: The known members.
  ///   - isExact: Whether to compare all members.
  func tellMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ known: KnownMembers, isExact: Bool = false
  ) {
    let difference = noteMembers(of: object, state, relationship, known, isExact: isExact)
    guard !difference.isEmpty else { return }
    membersChanged(of: object, state, relationship, difference)
  }

  /// Updates the known members to match the array, and removes duplicates from the array.
  private func noteMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ known: KnownMembers, isExact: Bool
  ) -> MemberDifference {
    let link = relationship.link(of: object)
    let wasVerified = known.unverifiedCount == 0
    var difference = known.difference(to: link.models ?? [], isExact: isExact)
    if wasVerified, known.unverifiedCount > 0 { noteUnverified(object, state, relationship) }
    if relationship.areReplaced(difference.added) {
      // Inserting members may set relationships, so the slot retains them meanwhile.
      let members = (link.models ?? []).map { relationship.current($0, in: self) }
      link.setModels(Self.unique(members))
      difference = known.difference(to: link.models ?? [], isExact: true)
    } else if difference.hasDuplicates, known.isAppending(difference) {
      // A model that became a member through its own to-one is often appended as well.
      link.editModels { $0.replaceSubrange(difference.replacing, with: difference.added) }
      difference.dropDuplicates()
    } else if difference.hasDuplicates {
      link.editModels { $0 = Self.unique($0) }
      difference = known.difference(to: link.models ?? [], isExact: true)
    }
    known.note(difference, link.models ?? [])
    return difference
  }

  private func noteUnverified(
    _ object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding
  ) {
    unverifiedMembers.append(
      UnverifiedMembers(object: object, state: state, relationship: relationship))
  }

  /// Compares all members of arrays that were only partly compared when they changed, and reports
  /// the differences.
  @inline(__always)
  func verifyMembers() {
    if !unverifiedMembers.isEmpty { verifyAllMembers() }
  }

  @inline(never)
  private func verifyAllMembers() {
    let entries = unverifiedMembers
    unverifiedMembers = []
    for entry in entries {
      guard entry.state.belongs(to: registry),
        let known = entry.state.pointee.extra?.knownMembers(of: entry.relationship.index),
        known.unverifiedCount > 0
      else { continue }
      guard !known.isBeingEdited else {
        unverifiedMembers.append(entry)
        continue
      }
      tellMembers(of: entry.object, entry.state, entry.relationship, known, isExact: true)
    }
  }
}

extension RelationshipBinding {
  /// The known members of a model whose array is being changed in place.
  func knownMembers(of object: AnyObject) -> KnownMembers? {
    owner.state(of: object)?.pointee.extra?.knownMembers(of: index)
  }

  /// Whether an object is among the loaded members of a model.
  ///
  /// - Complexity: O(*n*) for the first searches since the last save, then O(1).
  func hasMember(_ member: AnyObject, of object: AnyObject, _ link: RelationshipLink) -> Bool {
    guard let models = link.models else { return false }
    guard models.count > KnownMembers.few, let state = owner.state(of: object) else {
      return IdentityWords.place(of: member, in: models) != nil
    }
    let extra = state.ensuredExtra
    let known = extra.ensuredMembers(of: index)
    return known.contains(member, among: models)
  }
}
