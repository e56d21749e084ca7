import DataSchema

/// Who is related to whom in the source's tables, seen as keys of the target's rows.
struct PairQuery {
  /// Pairs that one relationship of the source holds.
  struct Part: Hashable {
    enum Place: Hashable {
      /// Each row of a table is related to the one whose key a column of it holds.
      case column(String, of: String, isHeldByOwner: Bool)
      case join(table: String, owner: String, member: String, isReflexive: Bool)
    }

    var place: Place
    var ownerTable: String
    var memberTable: String
    /// The numbers of the entities whose rows count; nil for all of the table.
    var owners: [Int]?
    var members: [Int]?
    var ownerOffset: Int64
    var memberOffset: Int64

    /// The same pairs from the other end.
    var reversed: Part {
      let place: Place =
        switch self.place {
        case .column(let column, let table, let isHeldByOwner):
          .column(column, of: table, isHeldByOwner: !isHeldByOwner)
        case .join(let table, let owner, let member, let isReflexive):
          .join(table: table, owner: member, member: owner, isReflexive: isReflexive)
        }
      return Part(
        place: place, ownerTable: memberTable, memberTable: ownerTable, owners: members,
        members: owners, ownerOffset: memberOffset, memberOffset: ownerOffset)
    }
  }

  let plan: EvolutionPlan
  let parts: [Part]

  var reversed: PairQuery { PairQuery(plan: plan, parts: parts.map(\.reversed)) }

  /// Whether every owner has at most one member, for the way in which pairs are held.
  var isSingle: Bool {
    guard parts.count == 1, case .column(_, _, let isHeldByOwner) = parts[0].place else {
      return parts.isEmpty
    }
    return isHeldByOwner
  }

  /// The column that holds the member in the very row of the owner, where nothing else does.
  func column(in table: String) -> String? {
    guard parts.count == 1, parts[0].members == nil, parts[0].memberOffset == 0,
      case .column(let column, table, isHeldByOwner: true) = parts[0].place
    else { return nil }
    return column
  }

  /// The pairs as columns `O` and `D`.
  var text: String {
    guard !parts.isEmpty else { return "SELECT NULL AS O, NULL AS D WHERE 0" }
    return parts.map(select).joined(separator: " UNION ")
  }

  /// The key of the member of the owner with a key, as SQL.
  func member(ofKey key: String) -> String {
    "(SELECT D FROM (\(text)) WHERE O = \(key) LIMIT 1)"
  }

  private func select(_ part: Part) -> String {
    switch part.place {
    case .column(let column, let table, let isHeldByOwner):
      let column = column.asSQLName
      let (owner, member) = isHeldByOwner ? ("Z_PK", column) : (column, "Z_PK")
      return select(
        part, owner, member, from: plan.sourceName(table), ["\(column) IS NOT NULL"])
    case .join(let table, let owner, let member, let isReflexive):
      let (owner, member) = (owner.asSQLName, member.asSQLName)
      let name = plan.sourceName(table)
      let forward = select(part, owner, member, from: name, [])
      return isReflexive
        ? forward + " UNION " + select(part, member, owner, from: name, []) : forward
    }
  }

  private func select(
    _ part: Part, _ owner: String, _ member: String, from table: String, _ conditions: [String]
  ) -> String {
    let restricted =
      conditions
      + [
        Self.condition(owner, part.owners, plan.sourceName(part.ownerTable)),
        Self.condition(member, part.members, plan.sourceName(part.memberTable)),
      ].compactMap(\.self)
    let text =
      "SELECT \(Self.raised(owner, part.ownerOffset)) AS O, "
      + "\(Self.raised(member, part.memberOffset)) AS D FROM \(table)"
    return restricted.isEmpty ? text : text + " WHERE " + restricted.joined(separator: " AND ")
  }

  private static func condition(_ key: String, _ numbers: [Int]?, _ table: String) -> String? {
    guard let numbers else { return nil }
    let list = numbers.map(String.init).joined(separator: ", ")
    return "\(key) IN (SELECT Z_PK FROM \(table) WHERE Z_ENT IN (\(list)))"
  }

  static func raised(_ key: String, _ offset: Int64) -> String {
    offset == 0 ? key : "\(key) + \(offset)"
  }
}
