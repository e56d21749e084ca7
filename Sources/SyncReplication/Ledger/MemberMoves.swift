/// The lists of members in which somebody moved, as far as a step has not looked at them yet.
final class MemberMoves {
  /// The members of one record.
  struct List: Hashable {
    /// The name of the owner's record.
    let owner: String
    /// The relationship by which the members lead to the owner.
    let field: String
  }

  /// Who moved.
  struct Moved {
    /// The names of the members' records.
    var members: Set<String> = []
    /// Whether nobody knows who did.
    var isUnknown = false
  }

  private var lists: [List: Moved] = [:]

  /// Takes note that a member came or moved.
  ///
  /// - Parameters:
  ///   - owner: The name of the owner's record.
  ///   - field: The relationship by which the member leads to the owner.
  ///   - member: The name of its record; nil where nobody knows which.
  func insert(_ owner: String, _ field: String, _ member: String?) {
    let list = List(owner: owner, field: field)
    if let member {
      lists[list, default: Moved()].members.insert(member)
    } else {
      lists[list, default: Moved()].isUnknown = true
    }
  }

  /// Takes note of all who moved in a list.
  func insert(_ list: List, _ moved: Moved) {
    lists[list, default: Moved()].members.formUnion(moved.members)
    if moved.isUnknown { lists[list]?.isUnknown = true }
  }

  /// The lists, of which nothing is known afterwards.
  func take() -> [(list: List, moved: Moved)] {
    defer { lists = [:] }
    return lists.sorted { ($0.key.owner, $0.key.field) < ($1.key.owner, $1.key.field) }
      .map { ($0.key, $0.value) }
  }
}
