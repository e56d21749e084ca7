/// The lists of members in which somebody moved, as far as a step has not looked at them yet.
final class MemberMoves {
  /// The members of one record.
  struct List: Hashable {
    /// The name of the owner's record.
    let owner: String
    /// The to-one relationship of the members.
    let field: String
  }

  private var lists: Set<List> = []

  func insert(_ owner: String, _ field: String) {
    lists.insert(List(owner: owner, field: field))
  }

  /// The lists, of which nothing is known afterwards.
  func take() -> [List] {
    defer { lists = [] }
    return lists.sorted { ($0.owner, $0.field) < ($1.owner, $1.field) }
  }
}
