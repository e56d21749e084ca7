/// The pairs of many-to-many relationships found in arrays of new models, until the arrays on both
/// sides have shown them.
struct UnmatchedPairs {
  struct Pair {
    let object: AnyObject
    let member: AnyObject
    let relationship: RelationshipBinding
  }

  private struct Key: Hashable {
    var relationship: Int
    var object: ObjectIdentifier
    var member: ObjectIdentifier
  }

  private var pairs: [Key: Pair] = [:]
  private var order: [Key] = []
  /// Whether no pairs were recorded.
  private(set) var isEmpty = true

  mutating func note(
    _ member: AnyObject, in object: AnyObject, _ relationship: RelationshipBinding
  ) {
    guard let inverse = relationship.inverse else { return }
    let seen = Key(
      relationship: inverse.number, object: ObjectIdentifier(member),
      member: ObjectIdentifier(object))
    // Both arrays contain it, so there is nothing left to do.
    if pairs.removeValue(forKey: seen) != nil { return }
    let key = Key(
      relationship: relationship.number, object: ObjectIdentifier(object),
      member: ObjectIdentifier(member))
    pairs[key] = Pair(object: object, member: member, relationship: relationship)
    order.append(key)
    isEmpty = false
  }

  var oneSided: [Pair] { order.compactMap { pairs[$0] } }
}
