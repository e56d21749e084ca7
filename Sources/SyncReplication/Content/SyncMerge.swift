import SyncPort

/// Two versions of a field that were set without knowing of each other.
package struct SyncFieldConflict: Sendable {
  package let kind: String
  package let field: String
  /// What both began with; nil where there was nothing.
  package let base: SyncValue?
  package let mine: SyncValue
  package let theirs: SyncValue
  package let mineIsLater: Bool
}

extension RecordNames {
  /// A conflict with the names that the models have.
  func told(_ conflict: SyncFieldConflict) -> SyncFieldConflict {
    let entity = entity(ofKind: conflict.kind)
    return SyncFieldConflict(
      kind: entity, field: property(ofField: conflict.field, entity), base: conflict.base,
      mine: conflict.mine, theirs: conflict.theirs, mineIsLater: conflict.mineIsLater)
  }
}

/// Decides a conflict: the value that counts; nil for the later one.
package typealias SyncFieldResolver = @Sendable (SyncFieldConflict) -> SyncValue?

/// Brings three versions of a record together.
package struct SyncMerge {
  /// What counts now.
  package private(set) var merged: SyncContent
  /// The fields that both sides had set, in the order of their names, and what became of each.
  package private(set) var conflicts: [(conflict: SyncFieldConflict, result: SyncValue)] = []
  private let horizon: Int64

  /// - Parameters:
  ///   - kind: The entity.
  ///   - base: What both sides began with; nil where they know of nothing.
  ///   - mine: What this replica says.
  ///   - theirs: What the server says.
  ///   - horizon: The time after which a stamp loses against one that is not after it.
  ///   - resolver: Decides where both have set a field.
  package init(
    kind: String, base: SyncContent?, mine: SyncContent, theirs: SyncContent,
    horizon: Int64 = .max, resolver: (SyncFieldConflict) -> SyncValue?
  ) {
    self.horizon = horizon
    merged = theirs
    merged.marks.heard.merge(mine.marks.heard) { Swift.max($0, $1) }
    for field in Set(mine.fields.keys).union(theirs.fields.keys).sorted() {
      let (old, own, other) = (base?.fields[field], mine.fields[field], theirs.fields[field])
      // Two devices may have set the same without knowing of each other, which counts twice where
      // values are added up.
      let isOne =
        own == other && (own == old || mine.marks.stamp(of: field) == theirs.marks.stamp(of: field))
      if own == other, isOne || !isAdded(kind, field, old, own ?? .null, resolver) {
        set(field, other, latest(mine.marks.stamp(of: field), theirs.marks.stamp(of: field)))
        continue
      }
      // What one side does not have, an older version of its program does not know.
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

  /// Whether a resolver makes something else of two values that are the same.
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

  /// Settles a field that both sides have set.
  private mutating func settle(
    _ kind: String, _ field: String, _ base: SyncValue?, _ own: SyncValue, _ other: SyncValue,
    _ mine: SyncContent, _ theirs: SyncContent, _ resolver: (SyncFieldConflict) -> SyncValue?
  ) {
    let (ownStamp, otherStamp) = (mine.marks.stamp(of: field), theirs.marks.stamp(of: field))
    let isLater = isLater(ownStamp, otherStamp)
    let (later, earlier) = isLater ? (own, other) : (other, own)
    if let members = Self.members(base, later, earlier) {
      set(field, .list(members), latest(ownStamp, otherStamp))
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
    let stamp = decided == nil ? (isLater ? ownStamp : otherStamp) : latest(ownStamp, otherStamp)
    set(field, result, stamp)
    conflicts.append((conflict, result))
  }

  /// Whether a field is no property, so that no resolver is asked and nobody is told.
  private static func isOfTheEngine(_ field: String) -> Bool {
    MemberPosition.isPosition(field) || field == SyncContent.successor
  }

  /// Whether the first of two stamps is the later one. Two that are both after the horizon are compared as they are.
  private func isLater(_ left: SyncStamp?, _ right: SyncStamp?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    let hasReplaced = left.hasReplaced(right, horizon: horizon)
    if hasReplaced != right.hasReplaced(left, horizon: horizon) { return hasReplaced }
    let (isAhead, isOtherAhead) = (left.time > horizon, right.time > horizon)
    return isAhead == isOtherAhead ? left > right : isOtherAhead
  }

  private func latest(_ left: SyncStamp?, _ right: SyncStamp?) -> SyncStamp? {
    isLater(left, right) ? left : right
  }

  /// The members of a relationship that two sides have changed: all that one of them added, without those
  /// that one of them took away, in the later order; nil for what is no list of members.
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
    // What only the other side added follows the member that it stands behind there.
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
