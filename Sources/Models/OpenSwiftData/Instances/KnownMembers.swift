/// The members of a to-many relationship as the rest of the context knows them.
///
/// While the user changes the array in place, its differences from these members are the changes to
/// report.
///
/// It has its own storage: sharing the slot's array would copy it at every change in place. It also
/// keeps the stored order, with which the changes are merged.
final class KnownMembers {
  // Unchecked: these are accessed for each member that is added or removed, by functions that call
  // no other code. For the same reason single members are not visited with `for`, which is generic
  // code: in a debug build it would cost more than the work done with them.
  @exclusivity(unchecked) fileprivate(set) var models: [AnyObject]
  /// The index of the relationship's property.
  let property: Int
  /// The record of another property of the same model; few models have more than one.
  @exclusivity(unchecked) var next: KnownMembers?
  /// The members as a set, created when large arrays are searched repeatedly.
  @exclusivity(unchecked) fileprivate var index: Set<ObjectIdentifier>?
  /// How many changes were reported since all members were last compared.
  @exclusivity(unchecked) fileprivate(set) var unverifiedCount = 0

  /// Whether a change in place is under way, during which the array can have any contents.
  @exclusivity(unchecked) var isBeingEdited = true
  /// Whether `models` are the members known to the context; if false, only their stored order is
  /// kept.
  @exclusivity(unchecked) fileprivate(set) var isCurrent = true
  /// The order of the members in the store, as far as the context has read it.
  @exclusivity(unchecked) fileprivate var stored = OrderInStore.unknown
  /// Members to be read again: their order in this context, and the stored order that they started
  /// from.
  var former: (members: [AnyObject], stored: [AnyObject]?)?

  fileprivate enum OrderInStore {
    case unknown
    /// The first elements of `models`; all changes since were made after them.
    case first(Int)
    case members([AnyObject])
  }

  /// Up to this count, members are searched linearly; larger arrays use a set.
  static let few = 64
  /// Comparing this many members costs no more than reporting one change.
  private static let comparedPerChange = 1_024
  /// How many linear searches are made before a set is created.
  private static let searchesBeforeSet = 16
  /// How many linear searches were made because there is no set.
  @exclusivity(unchecked) private(set) var searchCount = 0

  /// Creates the record of members that are about to be changed in place.
  ///
  /// - Parameters:
  ///   - models: The members.
  ///   - property: The index of the relationship's property.
  ///   - areStored: Whether they are in the order of the store.
  init(_ models: [AnyObject], of property: Int, areStored: Bool = false) {
    self.property = property
    if areStored { stored = .first(models.count) }
    // The standard library would write the count into the empty array that all threads share.
    guard !models.isEmpty else {
      self.models = []
      return
    }
    self.models = Array(unsafeUninitializedCapacity: models.count) { buffer, count in
      models.withUnsafeBufferPointer { count = buffer.initialize(fromContentsOf: $0) }
    }
  }

  /// Creates a record that only has the order of the members in the store.
  init(stored: [AnyObject]?, of property: Int) {
    self.property = property
    models = []
    (isCurrent, isBeingEdited) = (false, false)
    if let stored { self.stored = .members(stored) }
  }

  /// Whether these can be the members of an array, judged by its count and last element.
  func mayBe(_ others: [AnyObject]) -> Bool {
    let count = models.count
    return count == others.count && (count == 0 || models[count - 1] === others[count - 1])
  }

  /// Compares an array with these members.
  ///
  /// If only the end of the array has changed, this takes time proportional to the change, and a
  /// large array is compared as a whole only once in many changes. Until then it misses members
  /// that were exchanged in the same access that changed the end.
  ///
  /// - Parameters:
  ///   - others: The members now.
  ///   - isExact: Whether all members are to be compared.
  /// - Returns: The difference, which is not recorded yet.
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

  /// Whether a difference consists only of appended objects.
  func isAppending(_ difference: MemberDifference) -> Bool {
    difference.replaced.isEmpty && difference.replaced.lowerBound == models.count
  }

  /// Records a difference that was reported.
  ///
  /// - Parameters:
  ///   - difference: The result of the last call of `difference(to:)`.
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

  /// Records a member that was added at the end.
  func append(_ member: AnyObject) {
    models.append(member)
    index?.insert(ObjectIdentifier(member))
  }

  /// Records a member that was removed.
  func remove(_ member: AnyObject, at place: Int) {
    let isThere = place < models.count && models[place] === member
    guard let place = isThere ? place : IdentityWords.place(of: member, in: models) else { return }
    keepStored(before: place)
    models.remove(at: place)
    index?.remove(ObjectIdentifier(member))
  }

  /// Whether an object is among the members, which the context knows from then on.
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

  /// Copies the stored order before members from an index on are changed.
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

// The stored order.

extension KnownMembers {
  /// The members in the order of the store; nil if it was not recorded.
  var storedMembers: [AnyObject]? {
    switch stored {
    case .unknown: nil
    case .first(let count): Array(models[..<count])
    case .members(let members): members
    }
  }

  /// Whether the order in the store was recorded.
  var knowsStored: Bool {
    if case .unknown = stored { false } else { true }
  }

  /// The number of leading members that are in the order of the store, if all others were appended.
  ///
  /// It is nil if the stored order is a different one or unknown.
  func storedCount(of others: [AnyObject]) -> Int? {
    guard case .first(let count) = stored, isCurrent, models.count == others.count else {
      return nil
    }
    return count
  }

  /// Forgets the members but keeps their order in the store.
  func forgetModels() {
    stored = storedMembers.map(OrderInStore.members) ?? .unknown
    models = []
    index = nil
    (isCurrent, isBeingEdited, unverifiedCount) = (false, false, 0)
  }

  func takeStored(from other: KnownMembers) {
    if let members = other.storedMembers { stored = .members(members) }
    former = other.former
  }

  func setStored(_ members: [AnyObject]?) {
    stored = members.map(OrderInStore.members) ?? .unknown
  }
}
