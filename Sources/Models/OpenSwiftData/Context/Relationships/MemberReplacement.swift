/// A to-many relationship whose members are being replaced.
struct MemberReplacement {
  let context: ModelContext
  let object: AnyObject
  let state: UnsafeMutablePointer<_ModelState>
  let relationship: RelationshipBinding
  let old: [AnyObject]
  /// Whether `old` was read; if false, the old members are unknown.
  let isRead: Bool

  func end() {
    if !isRead { context.noteUnread(object, relationship) }
    let difference = relationship.difference(from: old, of: object, in: context)
    guard !difference.isEmpty else { return }
    state.pointee.extra?.forgetMembers(of: relationship.index)
    if isRead, state.pointee.key > 0, !state.hasChanged(relationship.index) {
      state.ensuredExtra.noteStored(old, of: relationship.index)
    }
    context.membersChanged(of: object, state, relationship, difference)
  }
}
