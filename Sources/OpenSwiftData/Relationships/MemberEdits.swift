// Changes in place of to-many relationships: what is told at once, and what is found out later.

/// A relationship whose members were changed in place without comparing all of them.
struct UnverifiedMembers {
  let object: AnyObject
  let state: UnsafeMutablePointer<_ModelState>
  let relationship: RelationshipBinding
}

extension ModelContext {
  /// Tells how members differ from those that everything else knows of.
  ///
  /// - Parameters:
  ///   - object: The model.
  ///   - state: Its state.
  ///   - relationship: The relationship.
  ///   - known: The members that are known.
  ///   - isExact: Whether all members are to be compared.
  func tellMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ known: KnownMembers, isExact: Bool = false
  ) {
    let difference = noteMembers(of: object, state, relationship, known, isExact: isExact)
    guard !difference.isEmpty else { return }
    membersChanged(of: object, state, relationship, difference)
  }

  /// Brings what is known in line with the members, of whom each stands in the array once then.
  private func noteMembers(
    of object: AnyObject, _ state: StatePointer, _ relationship: RelationshipBinding,
    _ known: KnownMembers, isExact: Bool
  ) -> MemberDifference {
    let link = relationship.link(of: object)
    let wasVerified = known.unverifiedCount == 0
    var difference = known.difference(to: link.models ?? [], isExact: isExact)
    if wasVerified, known.unverifiedCount > 0 { noteUnverified(object, state, relationship) }
    if relationship.areReplaced(difference.added) {
      // Taking members in may set relationships, so the slot keeps them meanwhile.
      let members = (link.models ?? []).map { relationship.current($0, in: self) }
      link.setModels(Self.unique(members))
      difference = known.difference(to: link.models ?? [], isExact: true)
    } else if difference.hasDuplicates, known.isAppending(difference) {
      // Whoever has just become a member through its own end is often appended as well.
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

  /// Compares members of whom not all were compared when they were changed, and tells what comes to
  /// light.
  @inline(__always)
  func verifyMembers() {
    if !unverifiedMembers.isEmpty { verifyAllMembers() }
  }

  @inline(never)
  private func verifyAllMembers() {
    let entries = unverifiedMembers
    unverifiedMembers = []
    for entry in entries {
      guard entry.state.pointee.context?.toOpaque() == Unmanaged.passUnretained(self).toOpaque(),
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
  /// What is known of the members of a model that are being changed in place.
  func knownMembers(of object: AnyObject) -> KnownMembers? {
    owner.state(of: object)?.pointee.extra?.knownMembers(of: index)
  }

  /// Whether an object is among the members of a model, which are loaded.
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
