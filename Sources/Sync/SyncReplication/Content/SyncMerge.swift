import SyncPort

/// Two versions of a field that were set concurrently.
package struct SyncFieldConflict: Sendable {
  package let kind: String
  package let field: String
  /// The common earlier value; nil if there was none.
  package let base: SyncValue?
  package let mine: SyncValue
  package let theirs: SyncValue
  package let mineIsLater: Bool
}

extension RecordNames {
  /// Returns the conflict with the names that the models use.
  func told(_ conflict: SyncFieldConflict) -> SyncFieldConflict {
    let entity = entity(ofKind: conflict.kind)
    return SyncFieldConflict(
      kind: entity, field: property(ofField: conflict.field, entity), base: conflict.base,
      mine: conflict.mine, theirs: conflict.theirs, mineIsLater: conflict.mineIsLater)
  }
}

/// Decides a conflict: returns the value to keep, or nil for the later one.
package typealias SyncFieldResolver = @Sendable (SyncFieldConflict) -> SyncValue?

/// A three-way merge of the versions of a record.
package struct SyncMerge {
  /// The merged content.
  package private(set) var merged: SyncContent
  /// The fields that both sides set, sorted by name, each with its result.
  package private(set) var conflicts: [(conflict: SyncFieldConflict, result: SyncValue)] = []
  private let horizon: Int64

  /// - Parameters:
  ///   - kind: The entity.
  ///   - base: The common earlier version; nil if there is none.
  ///   - mine: The local version.
  ///   - theirs: The server's version.
  ///   - horizon: The latest time that is not from the future. A stamp after it loses against one that is not.
  ///   - resolver: Decides if both sides set a field.
  package init(
    kind: String, base: SyncContent?, mine: SyncContent, theirs: SyncContent,
    horizon: Int64 = .max, resolver: (SyncFieldConflict) -> SyncValue?
  ) {
    self.horizon = horizon
    merged = theirs
    merged.marks.heard.merge(mine.marks.heard) { Swift.max($0, $1) }
    for field in Set(mine.fields.keys).union(theirs.fields.keys).sorted() {
      let (old, own, other) = (base?.fields[field], mine.fields[field], theirs.fields[field])
      // If two devices set the same value independently, it counts twice for a resolver that adds
      // values.
      let isOne =
        own == other && (own == old || mine.marks.stamp(of: field) == theirs.marks.stamp(of: field))
      if own == other, isOne || !isAdded(kind, field, old, own ?? .null, resolver) {
        set(field, other, latest(field, mine.marks, theirs.marks))
        continue
      }
      // If a field is missing on one side, an older version of the program does not know it.
      if own == nil || own == old {
        set(field, other ?? own, theirs.marks.stamp(of: field))
        continue
      }
      if other == nil || other == old {
        set(field, own, mine.marks.stamp(of: field))
        continue
      }
      settle(kind, field, old, own ?? .null, other ?? .null, mine, theirs, resolver)
    }
  }

  /// Whether a resolver turns two equal values into a different one.
  private func isAdded(
    _ kind: String, _ field: String, _ base: SyncValue?, _ value: SyncValue,
    _ resolver: (SyncFieldConflict) -> SyncValue?
  ) -> Bool {
    guard !Self.isOfTheEngine(field) else { return false }
    let conflict = SyncFieldConflict(
      kind: kind, field: field, base: base, mine: value, theirs: value, mineIsLater: false)
    return resolver(conflict).map { $0 != value } ?? false
  }

  private mutating func set(_ field: String, _ value: SyncValue?, _ stamp: SyncStamp?) {
    merged.fields[field] = value
    merged.marks.set(stamp, of: field)
  }

  /// Resolves a field that both sides set.
  private mutating func settle(
    _ kind: String, _ field: String, _ base: SyncValue?, _ own: SyncValue, _ other: SyncValue,
    _ mine: SyncContent, _ theirs: SyncContent, _ resolver: (SyncFieldConflict) -> SyncValue?
  ) {
    let (ownStamp, otherStamp) = (mine.marks.stamp(of: field), theirs.marks.stamp(of: field))
    let isLater = isLater(field, mine.marks, theirs.marks)
    let (later, earlier) = isLater ? (own, other) : (other, own)
    if let members = Self.members(base, later, earlier) {
      set(field, .list(members), isLater ? ownStamp : otherStamp)
      return
    }
    if Self.isOfTheEngine(field) {
      set(field, later, isLater ? ownStamp : otherStamp)
      return
    }
    let conflict = SyncFieldConflict(
      kind: kind, field: field, base: base, mine: own, theirs: other, mineIsLater: isLater)
    let decided = resolver(conflict)
    let result = decided ?? (isLater ? own : other)
    let stamp = isLater ? ownStamp : otherStamp
    set(field, result, stamp)
    conflicts.append((conflict, result))
  }

  /// Whether a field belongs to the engine instead of a property; no resolver is called and no
  /// conflict reported.
  private static func isOfTheEngine(_ field: String) -> Bool {
    MemberPosition.isPosition(field) || field == SyncContent.successor
  }

  /// Whether the local value of a field is the later one.
  ///
  /// Two stamps that are both after the horizon are compared by their times.
  private func isLater(_ field: String, _ mine: SyncMarks, _ theirs: SyncMarks) -> Bool {
    guard let own = mine.stamp(of: field) else { return false }
    guard let other = theirs.stamp(of: field) else { return true }
    let hasReplaced = own.hasReplaced(other, horizon: horizon)
    if hasReplaced != other.hasReplaced(own, horizon: horizon) { return hasReplaced }
    let (isAhead, isOtherAhead) = (own.time > horizon, other.time > horizon)
    guard isAhead != isOtherAhead else { return own > other }
    // A value from the future replaces one that was never set since the record was created.
    let isUnset = isAhead ? other == mine.born : own == theirs.born
    return isAhead == isUnset
  }

  private func latest(_ field: String, _ mine: SyncMarks, _ theirs: SyncMarks) -> SyncStamp? {
    isLater(field, mine, theirs) ? mine.stamp(of: field) : theirs.stamp(of: field)
  }

  /// Merges the members of a relationship that both sides changed; nil for values that are not
  /// lists of members.
  ///
  /// The result has all members that either side added, without those that either side removed, in
  /// the order of the later version.
  private static func members(
    _ base: SyncValue?, _ later: SyncValue, _ earlier: SyncValue
  ) -> [SyncValue]? {
    guard case .list(let leading) = later, case .list(let others) = earlier,
      (leading + others).allSatisfy({ if case .reference = $0 { true } else { false } })
    else { return nil }
    var known: Set<SyncValue> = []
    if case .list(let values)? = base { known = Set(values) }
    let (leadingSet, otherSet) = (Set(leading), Set(others))
    let kept = leading.filter { otherSet.contains($0) || !known.contains($0) }
    let keptSet = Set(kept)
    // Members that only the other side added follow their predecessor on that side.
    var followers: [SyncValue?: [SyncValue]] = [:]
    var anchor: SyncValue?
    for value in others {
      if keptSet.contains(value) {
        anchor = value
      } else if !leadingSet.contains(value), !known.contains(value) {
        followers[anchor, default: []].append(value)
      }
    }
    return (followers[nil] ?? []) + kept.flatMap { [$0] + (followers[$0] ?? []) }
  }
}
