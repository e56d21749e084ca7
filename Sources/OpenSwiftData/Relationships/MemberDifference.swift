import Foundation

/// What the members of a to-many relationship were and are.
struct MemberDifference {
  private(set) var added: [AnyObject] = []
  private(set) var removed: [AnyObject] = []
  /// Whether those that stay stand in another order.
  private(set) var isReordered = false
  /// Whether members were added at the end and nothing else happened.
  private(set) var isAppending = false
  /// Whether a member stands in the new collection more than once.
  private(set) var hasDuplicates = false

  var isEmpty: Bool { added.isEmpty && removed.isEmpty && !isReordered && !hasDuplicates }

  init(from old: [AnyObject], to new: [AnyObject]) {
    let common = Self.commonPrefix(old, new)
    if common == old.count {
      guard new.count > common else { return }
      appended(new[common...], to: old)
    } else {
      compare(old, new)
    }
  }

  /// How many elements at the start of both are the same objects.
  static func commonPrefix(_ left: [AnyObject], _ right: [AnyObject]) -> Int {
    let count = min(left.count, right.count)
    return left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in
        guard count > 0, let leftStart = leftBytes.baseAddress,
          let rightStart = rightBytes.baseAddress
        else { return 0 }
        let size = MemoryLayout<AnyObject>.stride
        // Appending one member at a time compares all that were there: this must be quick.
        if memcmp(leftStart, rightStart, count * size) == 0 { return count }
        var prefix = 0
        while left[prefix] === right[prefix] { prefix += 1 }
        return prefix
      }
    }
  }

  private mutating func appended(_ tail: ArraySlice<AnyObject>, to old: [AnyObject]) {
    isAppending = true
    if tail.count == 1, let only = tail.first {
      guard !old.contains(where: { $0 === only }) else {
        (hasDuplicates, isAppending) = (true, false)
        return
      }
      added = [only]
      return
    }
    var known = Set(old.map(ObjectIdentifier.init))
    for object in tail {
      if known.insert(ObjectIdentifier(object)).inserted {
        added.append(object)
      } else {
        (hasDuplicates, isAppending) = (true, false)
      }
    }
  }

  private mutating func compare(_ old: [AnyObject], _ new: [AnyObject]) {
    let before = Set(old.map(ObjectIdentifier.init))
    var after: Set<ObjectIdentifier> = []
    var kept: [AnyObject] = []
    for object in new {
      guard after.insert(ObjectIdentifier(object)).inserted else {
        hasDuplicates = true
        continue
      }
      if before.contains(ObjectIdentifier(object)) {
        kept.append(object)
      } else {
        added.append(object)
      }
    }
    removed = old.filter { !after.contains(ObjectIdentifier($0)) }
    let keptBefore = removed.isEmpty ? old : old.filter { after.contains(ObjectIdentifier($0)) }
    isReordered =
      keptBefore.count != kept.count || !zip(keptBefore, kept).allSatisfy { $0 === $1 }
      || !added.isEmpty && !zip(new, kept).allSatisfy { $0 === $1 }
  }
}
