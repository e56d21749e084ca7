// A linked list instead of a dictionary: an instance without records costs nothing, and most others
// have one.
extension _ModelExtra {
  /// The known members of a property whose members are being changed in place.
  func knownMembers(of property: Int) -> KnownMembers? {
    guard let known = changedMembers(of: property), known.isCurrent else { return nil }
    return known
  }

  /// The record of the members of a property, even if only the stored order is known.
  func changedMembers(of property: Int) -> KnownMembers? {
    var known = firstKnown
    while let candidate = known {
      if candidate.property == property { return candidate }
      known = candidate.next
    }
    return nil
  }

  /// Keeps a record of the members of a property, replacing the previous one.
  ///
  /// - Parameters:
  ///   - known: The record.
  ///   - isChanged: Whether the property has unsaved changes; if so, the previous record's stored
  ///     order is kept.
  func keep(_ known: KnownMembers, isChanged: Bool = false) {
    if let former = dropMembers(of: known.property), isChanged { known.takeStored(from: former) }
    known.next = firstKnown
    firstKnown = known
  }

  /// Forgets the members of a property but keeps their order in the store.
  func forgetMembers(of property: Int) { knownMembers(of: property)?.forgetModels() }

  /// The record of the members of a property, created if necessary.
  func ensuredMembers(of property: Int) -> KnownMembers {
    if let known = changedMembers(of: property) { return known }
    let made = KnownMembers(stored: nil, of: property)
    keep(made)
    return made
  }

  /// Records the stored order of members that are about to be changed or were read again.
  func noteStored(_ members: [AnyObject], of property: Int) {
    ensuredMembers(of: property).setStored(members)
  }

  /// Records members that are to be read again.
  func noteFormer(_ members: [AnyObject], of property: Int) {
    let known = ensuredMembers(of: property)
    known.forgetModels()
    known.former = (members, known.storedMembers)
  }

  /// Whether any members are to be read again.
  var hasFormerMembers: Bool {
    var known = firstKnown
    while let candidate = known {
      if candidate.former != nil { return true }
      known = candidate.next
    }
    return false
  }

  /// Removes the record of the members of a property, and returns it.
  @discardableResult
  func dropMembers(of property: Int) -> KnownMembers? {
    var previous: KnownMembers?
    var known = firstKnown
    while let candidate = known {
      if candidate.property == property {
        if let previous { previous.next = candidate.next } else { firstKnown = candidate.next }
        candidate.next = nil
        return candidate
      }
      previous = candidate
      known = candidate.next
    }
    return nil
  }

  /// Removes the records of the members of all properties.
  func forgetAllMembers() {
    if firstKnown != nil { firstKnown = nil }
  }
}
