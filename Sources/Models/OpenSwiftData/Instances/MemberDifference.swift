/// The difference between the old and the new members of a to-many relationship.
///
/// Only the range between the first and the last difference is compared element by element.
struct MemberDifference {
  private(set) var added: [AnyObject] = []
  private(set) var removed: [AnyObject] = []
  /// Whether the new collection contains a member more than once.
  private(set) var hasDuplicates = false
  /// The indices in the old collection of elements that were replaced.
  let replaced: Range<Int>
  /// The indices in the new collection of their replacements.
  private(set) var replacing: Range<Int>
  /// The indices whose elements were replaced, if there are few and no other element moved.
  private(set) var exchangedPlaces: [Int]?

  var isEmpty: Bool { replaced.isEmpty && replacing.isEmpty }

  /// The maximum number of differences that are recorded individually.
  private static let few = 8

  /// Compares all elements.
  init(from old: [AnyObject], to new: [AnyObject]) {
    self.init(from: old, to: new) { candidates in Self.members(of: old, among: candidates) }
  }

  /// Compares all elements.
  ///
  /// - Parameters:
  ///   - old: The members before.
  ///   - new: The members now.
  ///   - members: Returns those of the given objects that are among the old members.
  init(
    from old: [AnyObject], to new: [AnyObject],
    members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    let count = min(old.count, new.count)
    let start = IdentityWords.commonPrefix(old, new, count: count)
    let end = IdentityWords.commonSuffix(old, new, count: count - start)
    self.init(from: old, to: new, start: start, end: end, members: members)
  }

  /// Compares the range between elements that are known to be the same.
  ///
  /// - Parameters:
  ///   - old: The members before.
  ///   - new: The members now.
  ///   - start: How many elements at the start of both are the same.
  ///   - end: How many elements at the end of both are the same.
  ///   - members: Returns those of the given objects that are among the old members.
  init(
    from old: [AnyObject], to new: [AnyObject], start: Int, end: Int,
    members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    replaced = start..<(old.count - end)
    replacing = start..<(new.count - end)
    if replacing.isEmpty {
      removed = replaced.count == 1 ? [old[start]] : Array(old[replaced])
    } else if replaced.isEmpty, replacing.count == 1 {
      add([new[start]], members)
    } else if let places = Self.exchangedPlaces(old, new, replaced, replacing) {
      exchangedPlaces = places
      compare(places.map { old[$0] }, places.map { new[$0] }, members)
    } else {
      compare(Array(old[replaced]), Array(new[replacing]), members)
    }
  }

  /// The indices whose elements were replaced, if there are few: one was set, or two were swapped.
  private static func exchangedPlaces(
    _ old: [AnyObject], _ new: [AnyObject], _ replaced: Range<Int>, _ replacing: Range<Int>
  ) -> [Int]? {
    guard replaced == replacing else { return nil }
    var places: [Int] = []
    var place = replaced.lowerBound
    while place < replaced.upperBound {
      guard places.count < few else { return nil }
      places.append(place)
      place += 1
      place += IdentityWords.commonPrefix(
        old, from: place, new, from: place, count: replaced.upperBound - place)
    }
    return places
  }

  private mutating func compare(
    _ left: [AnyObject], _ came: [AnyObject], _ members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    if left.count + came.count <= 2 * Self.few {
      compareFew(left, came, members)
    } else {
      compareMany(left, came, members)
    }
  }

  private mutating func compareFew(
    _ left: [AnyObject], _ came: [AnyObject], _ members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    var fresh: [AnyObject] = []
    for (place, object) in came.enumerated() {
      if came[..<place].contains(where: { $0 === object }) {
        hasDuplicates = true
      } else if !left.contains(where: { $0 === object }) {
        fresh.append(object)
      }
    }
    removed = left.filter { object in !came.contains { $0 === object } }
    add(fresh, members)
  }

  private mutating func compareMany(
    _ left: [AnyObject], _ came: [AnyObject], _ members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    let before = Set(left.map(ObjectIdentifier.init))
    var after: Set<ObjectIdentifier> = []
    var fresh: [AnyObject] = []
    for object in came {
      if !after.insert(ObjectIdentifier(object)).inserted {
        hasDuplicates = true
      } else if !before.contains(ObjectIdentifier(object)) {
        fresh.append(object)
      }
    }
    removed = left.filter { !after.contains(ObjectIdentifier($0)) }
    add(fresh, members)
  }

  /// Records objects as added unless they are also elsewhere in the collection.
  private mutating func add(
    _ objects: [AnyObject], _ members: ([AnyObject]) -> Set<ObjectIdentifier>
  ) {
    guard !objects.isEmpty else { return }
    let known = members(objects)
    guard !known.isEmpty else { return added = objects }
    added = objects.filter { !known.contains(ObjectIdentifier($0)) }
    hasDuplicates = true
  }

  /// Records that the appended objects that were already members were removed again.
  mutating func dropDuplicates() {
    replacing = replacing.lowerBound..<(replacing.lowerBound + added.count)
    hasDuplicates = false
  }

  /// Those of some objects that are among `models`.
  static func members(
    of models: [AnyObject], among objects: [AnyObject]
  ) -> Set<ObjectIdentifier> {
    guard objects.count > few else {
      let found = objects.filter { IdentityWords.place(of: $0, in: models) != nil }
      return found.isEmpty ? [] : Set(found.map(ObjectIdentifier.init))
    }
    return Set(objects.map(ObjectIdentifier.init))
      .intersection(models.lazy.map(ObjectIdentifier.init))
  }
}
