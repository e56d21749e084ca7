/// Unsaved links and unlinks of relationships that no instance's slot can record: many-to-many, and
/// to-many without an inverse.
///
/// An entry is the intended state, whatever the store contains, unless that is also the state that
/// the context began with: then what others store counts. Arrays are loaded from the store and
/// updated to match.
struct PendingLinks {
  struct Entry {
    /// The direction in which the pair is stored.
    let relationship: RelationshipBinding
    let source: AnyObject
    let member: AnyObject
    var isRelated: Bool
    /// Whether the pair was linked before its first unsaved change.
    var wasRelated: Bool
    /// Counts the changes, to report them in order.
    var sequence: Int

    /// Whether the context changes the pair; a link that it added and removed again is no change.
    var isChange: Bool { isRelated != wasRelated }
  }

  private struct Pair: Hashable {
    var relationship: Int
    var source: ObjectIdentifier
    var member: ObjectIdentifier
  }

  private struct Side: Hashable {
    var relationship: Int
    var object: ObjectIdentifier
  }

  private var pairs: [Pair: Entry] = [:]
  private var bySource: [Side: Set<Pair>] = [:]
  private var byMember: [Side: Set<Pair>] = [:]
  /// The numbers of the relationships that have pairs.
  private var relationships: Set<Int> = []
  private var lastSequence = 0

  var isEmpty: Bool { pairs.isEmpty }

  /// All changes in their order.
  var entries: [Entry] {
    pairs.values.filter(\.isChange).sorted { $0.sequence < $1.sequence }
  }

  /// A pair in the direction in which it is stored.
  private func directed(
    _ source: AnyObject, _ member: AnyObject, _ relationship: RelationshipBinding
  ) -> (RelationshipBinding, AnyObject, AnyObject) {
    guard let inverse = relationship.inverse else { return (relationship, source, member) }
    if inverse === relationship {
      let isFirst = ObjectIdentifier(source) <= ObjectIdentifier(member)
      return isFirst ? (relationship, source, member) : (relationship, member, source)
    }
    return inverse.number < relationship.number
      ? (inverse, member, source) : (relationship, source, member)
  }

  /// Records that `member` is linked to `source`; returns false if it already was recorded as
  /// linked.
  @discardableResult
  mutating func add(
    _ member: AnyObject, to source: AnyObject, _ relationship: RelationshipBinding
  ) -> Bool {
    note(member, source, relationship, isRelated: true)
  }

  /// Records that `member` is unlinked from `source`.
  mutating func remove(
    _ member: AnyObject, from source: AnyObject, _ relationship: RelationshipBinding
  ) {
    _ = note(member, source, relationship, isRelated: false)
  }

  private mutating func note(
    _ member: AnyObject, _ source: AnyObject, _ relationship: RelationshipBinding, isRelated: Bool
  ) -> Bool {
    let (kept, source, member) = directed(source, member, relationship)
    let pair = Pair(
      relationship: kept.number, source: ObjectIdentifier(source), member: ObjectIdentifier(member))
    lastSequence += 1
    let before = pairs.updateValue(
      Entry(
        relationship: kept, source: source, member: member, isRelated: isRelated,
        wasRelated: pairs[pair]?.wasRelated ?? !isRelated, sequence: lastSequence), forKey: pair)
    if before == nil {
      relationships.insert(kept.number)
      bySource[Side(relationship: kept.number, object: pair.source), default: []].insert(pair)
      byMember[Side(relationship: kept.number, object: pair.member), default: []].insert(pair)
    }
    return before?.isRelated != isRelated
  }

  /// The recorded changes of the members of `object`, in order.
  func changes(
    of object: AnyObject, _ relationship: RelationshipBinding
  ) -> [(member: AnyObject, isRelated: Bool)] {
    guard !pairs.isEmpty else { return [] }
    var found: [(Entry, AnyObject)] = []
    if relationship.inverse.map({ $0.number >= relationship.number }) ?? true {
      let side = Side(relationship: relationship.number, object: ObjectIdentifier(object))
      found += entries(bySource[side]).map { ($0, $0.member) }
    }
    if let inverse = relationship.inverse, inverse.number <= relationship.number {
      let side = Side(relationship: inverse.number, object: ObjectIdentifier(object))
      let isSelf = { (entry: Entry) in inverse === relationship && entry.source === entry.member }
      found += entries(byMember[side]).filter { !isSelf($0) }.map { ($0, $0.source) }
    }
    return found.sorted { $0.0.sequence < $1.0.sequence }.map { ($1, $0.isRelated) }
  }

  private func entries(_ side: Set<Pair>?) -> [Entry] {
    (side ?? []).compactMap { pairs[$0] }.filter(\.isChange)
  }

  /// Records that a pair is stored, which was changed before it could be read.
  mutating func noteStored(
    _ member: AnyObject, of source: AnyObject, _ relationship: RelationshipBinding
  ) {
    let (kept, source, member) = directed(source, member, relationship)
    let pair = Pair(
      relationship: kept.number, source: ObjectIdentifier(source), member: ObjectIdentifier(member))
    pairs[pair]?.wasRelated = true
  }

  /// Records the members of `object` that were just read, which another context may have changed.
  mutating func noteRead(
    _ members: [AnyObject], of object: AnyObject, _ relationship: RelationshipBinding
  ) {
    guard !pairs.isEmpty else { return }
    let stored = Set(members.map(ObjectIdentifier.init))
    let own = ObjectIdentifier(object)
    let number = min(relationship.number, relationship.inverse?.number ?? relationship.number)
    let side = Side(relationship: number, object: own)
    // In a relationship that is its own inverse, the object can be on either side.
    if number == relationship.number {
      for pair in bySource[side] ?? [] { begin(pair, isStored: stored.contains(pair.member)) }
    }
    if relationship.inverse.map({ $0.number <= relationship.number }) ?? false {
      for pair in byMember[side] ?? [] { begin(pair, isStored: stored.contains(pair.source)) }
    }
  }

  /// Replaces the state that a pair began with; one without a change follows it.
  private mutating func begin(_ pair: Pair, isStored: Bool) {
    if pairs[pair]?.isChange == false { pairs[pair]?.isRelated = isStored }
    pairs[pair]?.wasRelated = isStored
  }

  /// The recorded owner of `member`, in a relationship without inverse.
  func owner(of member: AnyObject, _ relationship: RelationshipBinding) -> AnyObject? {
    let side = Side(relationship: relationship.number, object: ObjectIdentifier(member))
    return entries(byMember[side]).first(where: \.isRelated)?.source
  }

  /// Whether there are changes of pairs with `member`, in a relationship without inverse.
  func knows(_ member: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    let side = Side(relationship: relationship.number, object: ObjectIdentifier(member))
    return !entries(byMember[side]).isEmpty
  }

  /// Removes every pair that contains `object`.
  mutating func forget(_ object: AnyObject) {
    guard !pairs.isEmpty else { return }
    for relationship in relationships {
      let side = Side(relationship: relationship, object: ObjectIdentifier(object))
      for pair in bySource.removeValue(forKey: side) ?? [] {
        pairs[pair] = nil
        byMember[Side(relationship: relationship, object: pair.member)]?.remove(pair)
      }
      for pair in byMember.removeValue(forKey: side) ?? [] {
        pairs[pair] = nil
        bySource[Side(relationship: relationship, object: pair.source)]?.remove(pair)
      }
    }
  }

  mutating func removeAll() {
    pairs.removeAll()
    relationships.removeAll()
    bySource.removeAll()
    byMember.removeAll()
  }
}
