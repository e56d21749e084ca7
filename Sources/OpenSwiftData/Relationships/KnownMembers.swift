/// The members of a to-many relationship as everything else knows them, while the user changes them in
/// place: how the array differs from them is what there is to tell.
///
/// It has storage of its own; sharing that of the slot would make every change in place copy it. Beside them it
/// keeps the order that the store has, with which the changes are to be merged.
final class KnownMembers {
  // Unchecked: looked at for each member that comes or goes, by functions that call nobody else. For the
  // same reason single members are not gone through by `for`, which is generic code: in a debug build it
  // would cost more than all that is done with them.
  @exclusivity(unchecked) fileprivate(set) var models: [AnyObject]
  /// The number of the relationship's property.
  let property: Int
  /// The same of another property of the model; few have more than one at a time.
  @exclusivity(unchecked) fileprivate var next: KnownMembers?
  /// The same as a set, made when somebody asks who is among many.
  @exclusivity(unchecked) fileprivate var index: Set<ObjectIdentifier>?
  /// How many changes were told since all members were compared.
  @exclusivity(unchecked) fileprivate(set) var unverifiedCount = 0

  /// Whether a change in place goes on, during which the array may be anything.
  @exclusivity(unchecked) var isBeingEdited = true
  /// Whether `models` are the members that everything else knows; otherwise only their order in the store is kept.
  @exclusivity(unchecked) fileprivate(set) var isCurrent = true
  /// The order of the members in the store, as far as the context has read it.
  @exclusivity(unchecked) fileprivate var stored = StoredOrder.unknown
  /// Members that are to be read anew: their order here, and the stored order that it began with.
  var former: (members: [AnyObject], stored: [AnyObject]?)?

  fileprivate enum StoredOrder {
    case unknown
    /// As many of `models`, at the beginning: all changes since were made behind them.
    case first(Int)
    case members([AnyObject])
  }

  /// How many members are looked through rather than kept as a set.
  static let few = 64
  /// Comparing so many members costs no more than telling a change.
  private static let comparedPerChange = 1_024
  /// How many searches go through the members before a set of them is made.
  private static let searchesBeforeSet = 16
  /// How many searches have gone through the members, for want of a set.
  @exclusivity(unchecked) private(set) var searchCount = 0

  /// Members that are about to be changed in place.
  ///
  /// - Parameters:
  ///   - models: The members.
  ///   - property: The number of the relationship's property.
  ///   - areStored: Whether they stand in the order of the store.
  init(_ models: [AnyObject], of property: Int, areStored: Bool = false) {
    self.property = property
    if areStored { stored = .first(models.count) }
    // The standard library would write the count to the one empty array that all threads share.
    guard !models.isEmpty else {
      self.models = []
      return
    }
    self.models = Array(unsafeUninitializedCapacity: models.count) { buffer, count in
      models.withUnsafeBufferPointer { count = buffer.initialize(fromContentsOf: $0) }
    }
  }

  /// The order of the members in the store; nobody else knows any.
  fileprivate init(stored: [AnyObject]?, of property: Int) {
    self.property = property
    models = []
    (isCurrent, isBeingEdited) = (false, false)
    if let stored { self.stored = .members(stored) }
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
    keepStored(before: difference.replaced.lowerBound)
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
    keepStored(before: place)
    models.remove(at: place)
    index?.remove(ObjectIdentifier(member))
  }

  /// Whether an object is among the members, which everything else knows from then on.
  func contains(_ object: AnyObject, among others: [AnyObject]) -> Bool {
    if isCurrent, let index, mayBe(others) { return index.contains(ObjectIdentifier(object)) }
    guard searchCount >= Self.searchesBeforeSet, !isBeingEdited else {
      searchCount += 1
      return IdentityWords.place(of: object, in: others) != nil
    }
    if !isCurrent || !mayBe(others) {
      forgetModels()
      models = others.map { $0 }
      isCurrent = true
    }
    let index = Set(models.lazy.map(ObjectIdentifier.init))
    self.index = index
    return index.contains(ObjectIdentifier(object))
  }

  /// Copies the stored order before members from a place on are changed.
  private func keepStored(before place: Int) {
    if case .first(let count) = stored, place < count { stored = .members(Array(models[..<count])) }
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

// The order in the store.

extension KnownMembers {
  /// The members in the order of the store; nil if that was not noted.
  var storedMembers: [AnyObject]? {
    switch stored {
    case .unknown: nil
    case .first(let count): Array(models[..<count])
    case .members(let members): members
    }
  }

  /// Whether the order in the store was noted.
  var knowsStored: Bool {
    if case .unknown = stored { false } else { true }
  }

  /// How many members at the beginning of an array stand in the order of the store, if all others were appended;
  /// nil if the stored order is another one, or not known.
  func storedCount(of others: [AnyObject]) -> Int? {
    guard case .first(let count) = stored, isCurrent, models.count == others.count else {
      return nil
    }
    return count
  }

  /// Forgets the members, and keeps the order in the store.
  fileprivate func forgetModels() {
    stored = storedMembers.map(StoredOrder.members) ?? .unknown
    models = []
    index = nil
    (isCurrent, isBeingEdited, unverifiedCount) = (false, false, 0)
  }

  fileprivate func takeStored(from other: KnownMembers) {
    if let members = other.storedMembers { stored = .members(members) }
    former = other.former
  }

  fileprivate func setStored(_ members: [AnyObject]?) {
    stored = members.map(StoredOrder.members) ?? .unknown
  }
}

// A chain instead of a dictionary: an instance that has none costs nothing, and one that has some mostly
// has one.
extension _ModelExtra {
  /// What is known of the members of a property that are being changed in place.
  func knownMembers(of property: Int) -> KnownMembers? {
    guard let known = changedMembers(of: property), known.isCurrent else { return nil }
    return known
  }

  /// What is kept of the members of a property.
  func changedMembers(of property: Int) -> KnownMembers? {
    var known = firstKnown
    while let candidate = known {
      if candidate.property == property { return candidate }
      known = candidate.next
    }
    return nil
  }

  /// Keeps what is known of the members of a property, in place of what was.
  ///
  /// - Parameters:
  ///   - known: What is known.
  ///   - isChanged: Whether the property has unsaved changes, which began with the stored order that is known.
  func keep(_ known: KnownMembers, isChanged: Bool = false) {
    if let former = dropMembers(of: known.property), isChanged { known.takeStored(from: former) }
    known.next = firstKnown
    firstKnown = known
  }

  /// Forgets what is known of the members of a property, but for their order in the store.
  func forgetMembers(of property: Int) { knownMembers(of: property)?.forgetModels() }

  /// What is kept of the members of a property, made if need be.
  func ensuredMembers(of property: Int) -> KnownMembers {
    if let known = changedMembers(of: property) { return known }
    let made = KnownMembers(stored: nil, of: property)
    keep(made)
    return made
  }

  /// Notes the order in the store of the members of a property that is about to be changed, or was read anew.
  func noteStored(_ members: [AnyObject], of property: Int) {
    ensuredMembers(of: property).setStored(members)
  }

  /// Notes members that are to be read anew.
  func noteFormer(_ members: [AnyObject], of property: Int) {
    let known = ensuredMembers(of: property)
    known.forgetModels()
    known.former = (members, known.storedMembers)
  }

  /// Whether members are to be read anew.
  var hasFormerMembers: Bool {
    var known = firstKnown
    while let candidate = known {
      if candidate.former != nil { return true }
      known = candidate.next
    }
    return false
  }

  /// Forgets all that is known of the members of a property, and gives it back.
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

  /// Forgets all that is known of the members of all properties.
  func forgetAllMembers() {
    if firstKnown != nil { firstKnown = nil }
  }
}
