/// The members of a to-many relationship as everything else knows them, while the user changes them in
/// place: how the array differs from them is what there is to tell.
///
/// It has storage of its own; sharing that of the slot would make every change in place copy it.
final class KnownMembers {
  // Unchecked: looked at for each member that comes or goes, by functions that call nobody else. For the
  // same reason single members are not gone through by `for`, which is generic code: in a debug build it
  // would cost more than all that is done with them.
  @exclusivity(unchecked) private(set) var models: [AnyObject]
  /// The number of the relationship's property.
  let property: Int
  /// The same of another property of the model; few have more than one at a time.
  @exclusivity(unchecked) fileprivate var next: KnownMembers?
  /// The same as a set, made when somebody asks who is among many.
  @exclusivity(unchecked) private var index: Set<ObjectIdentifier>?
  /// How many changes were told since all members were compared.
  @exclusivity(unchecked) private(set) var unverifiedCount = 0

  /// Whether a change in place goes on, during which the array may be anything.
  @exclusivity(unchecked) var isBeingEdited = true

  /// How many members are looked through rather than kept as a set.
  private static let few = 64
  /// Comparing so many members costs no more than telling a change.
  private static let comparedPerChange = 1_024

  init(_ models: [AnyObject], of property: Int) {
    self.property = property
    // The standard library would write the count to the one empty array that all threads share.
    guard !models.isEmpty else {
      self.models = []
      return
    }
    self.models = Array(unsafeUninitializedCapacity: models.count) { buffer, count in
      models.withUnsafeBufferPointer { count = buffer.initialize(fromContentsOf: $0) }
    }
  }

  /// Whether these can be the members of an array, as far as its end tells.
  func mayBe(_ others: [AnyObject]) -> Bool {
    let count = models.count
    return count == others.count && (count == 0 || models[count - 1] === others[count - 1])
  }

  /// How an array differs from these members.
  ///
  /// Where its end alone has changed, it takes as long as that change did: a large array is then
  /// compared as a whole once for many changes. What it cannot see in between is that other members
  /// were exchanged in the same access that changed the end.
  ///
  /// - Parameters:
  ///   - others: The members now.
  ///   - isExact: Whether all members are to be compared.
  /// - Returns: The difference, which is not noted yet.
  func difference(to others: [AnyObject], isExact: Bool = false) -> MemberDifference {
    let start = models.count < others.count ? models.count : others.count
    if !isExact, models.count != others.count, start > 0, models[start - 1] === others[start - 1],
      unverifiedCount < start / Self.comparedPerChange,
      IdentityWords.lookAlike(models, others, count: start)
    {
      unverifiedCount += 1
      return MemberDifference(
        from: models, to: others, start: start, end: 0, members: members(among:))
    }
    unverifiedCount = 0
    return MemberDifference(from: models, to: others, members: members(among:))
  }

  /// Whether a difference is that objects were appended.
  func isAppending(_ difference: MemberDifference) -> Bool {
    difference.replaced.isEmpty && difference.replaced.lowerBound == models.count
  }

  /// Takes note that a difference was told.
  ///
  /// - Parameters:
  ///   - difference: What the last call of `difference(to:)` found.
  ///   - others: The members now.
  func note(_ difference: MemberDifference, _ others: [AnyObject]) {
    if isAppending(difference) {
      var place = difference.replacing.lowerBound
      while place < difference.replacing.upperBound {
        models.append(others[place])
        place += 1
      }
    } else if difference.replacing.isEmpty, difference.replaced.upperBound == models.count {
      models.removeLast(difference.replaced.count)
    } else if let places = difference.exchangedPlaces {
      for place in places { models[place] = others[place] }
    } else {
      models.replaceSubrange(difference.replaced, with: others[difference.replacing])
    }
    guard index != nil else { return }
    var place = 0
    while place < difference.removed.count {
      index?.remove(ObjectIdentifier(difference.removed[place]))
      place += 1
    }
    place = 0
    while place < difference.added.count {
      index?.insert(ObjectIdentifier(difference.added[place]))
      place += 1
    }
  }

  /// Takes note of a member that was added at the end.
  func append(_ member: AnyObject) {
    models.append(member)
    index?.insert(ObjectIdentifier(member))
  }

  /// Takes note of a member that was taken out.
  func remove(_ member: AnyObject, at place: Int) {
    let isThere = place < models.count && models[place] === member
    guard let place = isThere ? place : IdentityWords.place(of: member, in: models) else { return }
    models.remove(at: place)
    index?.remove(ObjectIdentifier(member))
  }

  private func members(among objects: [AnyObject]) -> Set<ObjectIdentifier> {
    guard models.count > Self.few else {
      return MemberDifference.members(of: models, among: objects)
    }
    let index = self.index ?? Set(models.lazy.map(ObjectIdentifier.init))
    self.index = index
    var found: Set<ObjectIdentifier> = []
    var place = 0
    while place < objects.count {
      let object = ObjectIdentifier(objects[place])
      if index.contains(object) { found.insert(object) }
      place += 1
    }
    return found
  }
}

// A chain instead of a dictionary: an instance that has none costs nothing, and one that has some mostly
// has one.
extension _ModelExtra {
  /// What is known of the members of a property that are being changed in place.
  func knownMembers(of property: Int) -> KnownMembers? {
    var known = firstKnown
    while let candidate = known {
      if candidate.property == property { return candidate }
      known = candidate.next
    }
    return nil
  }

  /// Keeps what is known of the members of a property, in place of what was.
  func keep(_ known: KnownMembers) {
    forgetMembers(of: known.property)
    known.next = firstKnown
    firstKnown = known
  }

  /// Forgets what is known of the members of a property, and gives it back.
  @discardableResult
  func forgetMembers(of property: Int) -> KnownMembers? {
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

  /// Forgets what is known of the members of all properties.
  func forgetAllMembers() {
    if firstKnown != nil { firstKnown = nil }
  }
}
