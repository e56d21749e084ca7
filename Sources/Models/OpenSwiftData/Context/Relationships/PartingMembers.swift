/// Members that a save removes from the arrays of surviving models, grouped by array.
///
/// Removing them one by one would search the array for each.
struct PartingMembers {
  private struct Side: Hashable {
    var owner: ObjectIdentifier
    var relationship: Int
  }

  private var places: [Side: Int] = [:]
  private var arrays:
    [(owner: AnyObject, relationship: RelationshipBinding, members: Set<ObjectIdentifier>)] = []

  /// Records that `member` is removed from the members of `owner`.
  mutating func note(
    _ member: AnyObject, of owner: AnyObject, _ relationship: RelationshipBinding
  ) {
    let side = Side(owner: ObjectIdentifier(owner), relationship: relationship.number)
    if let place = places[side] {
      arrays[place].members.insert(ObjectIdentifier(member))
    } else {
      places[side] = arrays.count
      arrays.append((owner, relationship, [ObjectIdentifier(member)]))
    }
  }

  /// Removes the members from all arrays that are loaded.
  func remove(in context: ModelContext) {
    for (owner, relationship, members) in arrays {
      let link = relationship.link(of: owner)
      guard link.hasModels else { continue }
      let kept = (link.models ?? []).filter { !members.contains(ObjectIdentifier($0)) }
      guard kept.count < link.models?.count ?? 0 else { continue }
      context.withMutation(of: owner, relationship) { link.setModels(kept) }
    }
  }
}
