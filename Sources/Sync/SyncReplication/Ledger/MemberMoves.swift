/// The member lists whose order changed since the last step examined them.
final class MemberMoves {
  /// The members of one record.
  struct List: Hashable {
    /// The name of the owner's record.
    let owner: String
    /// The relationship by which the members reference the owner.
    let field: String
  }

  /// The members that moved.
  struct Moved {
    /// The names of the members' records.
    var members: Set<String> = []
    /// Whether unknown members moved.
    var isUnknown = false
  }

  private var lists: [List: Moved] = [:]

  /// Registers a member that was added or moved.
  ///
  /// - Parameters:
  ///   - owner: The name of the owner's record.
  ///   - field: The relationship by which the member references the owner.
  ///   - member: The name of the member's record; nil if it is unknown.
  func insert(_ owner: String, _ field: String, _ member: String?) {
    let list = List(owner: owner, field: field)
    if let member {
      lists[list, default: Moved()].members.insert(member)
    } else {
      lists[list, default: Moved()].isUnknown = true
    }
  }

  /// Registers all members that moved in a list.
  func insert(_ list: List, _ moved: Moved) {
    lists[list, default: Moved()].members.formUnion(moved.members)
    if moved.isUnknown { lists[list]?.isUnknown = true }
  }

  /// Returns all lists and clears them.
  func take() -> [(list: List, moved: Moved)] {
    defer { lists = [:] }
    return lists.sorted { ($0.key.owner, $0.key.field) < ($1.key.owner, $1.key.field) }
      .map { ($0.key, $0.value) }
  }
}
