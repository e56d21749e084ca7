/// The pairs of related rows in the source's tables, as keys of the target's rows.
struct PairQuery {
  /// Pairs that one relationship of the source stores.
  struct Part: Hashable {
    enum Place: Hashable {
      /// Each row of a table is related to the row whose key is in one of its columns.
      case column(String, of: String, isHeldByOwner: Bool)
      case join(table: String, owner: String, member: String, isReflexive: Bool)
    }

    var place: Place
    var ownerTable: String
    var memberTable: String
    /// The numbers of the entities whose rows are included; nil for the whole table.
    var owners: [Int]?
    var members: [Int]?
    var ownerOffset: Int64
    var memberOffset: Int64

    /// The same pairs, seen from the other end.
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

  /// Whether the storage of the pairs guarantees that every owner has at most one member.
  var isSingle: Bool {
    guard parts.count == 1, case .column(_, _, let isHeldByOwner) = parts[0].place else {
      return parts.isEmpty
    }
    return isHeldByOwner
  }

  /// Returns the column of the owner's row that holds the member's key, if it is the only source of
  /// the pairs.
  func column(in table: String) -> String? {
    guard parts.count == 1, parts[0].members == nil, parts[0].memberOffset == 0,
      case .column(let column, table, isHeldByOwner: true) = parts[0].place
    else { return nil }
    return column
  }

  /// The query that returns the pairs as columns `O` and `D`.
  var text: String {
    guard !parts.isEmpty else { return "SELECT NULL AS O, NULL AS D WHERE 1 = 0" }
    let texts = parts.flatMap { part in
      halves(of: part).map { owner, member in
        "SELECT \(Self.raised(owner, part.ownerOffset)) AS O, "
          + "\(Self.raised(member, part.memberOffset)) AS D "
          + source(of: part, owner, member, [])
      }
    }
    return texts.joined(separator: " UNION ")
  }

  /// Returns SQL that looks up the key of an owner's member.
  ///
  /// - Parameters:
  ///   - key: The owner's key in its table of the source, as SQL.
  ///   - offset: The offset that is added to the key.
  /// - Returns: The SQL.
  func member(ofKey key: String, raisedBy offset: Int64) -> String {
    let texts = parts.flatMap { part in
      halves(of: part).map { owner, member in
        // The comparison precedes the addition of the offset, because no index covers an expression
        // of the key.
        let condition = "\(owner) = \(Self.raised(key, offset - part.ownerOffset))"
        return "SELECT \(Self.raised(member, part.memberOffset)) "
          + source(of: part, owner, member, [condition])
      }
    }
    return "(\(texts.joined(separator: " UNION ")) LIMIT 1)"
  }

  /// Returns the columns of the owner's and the member's key, in both orders for a reflexive
  /// relationship.
  private func halves(of part: Part) -> [(owner: String, member: String)] {
    switch part.place {
    case .column(let column, _, let isHeldByOwner):
      let (key, column) = ("P.\(plan.identity.key)", "P.\(plan.quoted(column))")
      return [isHeldByOwner ? (key, column) : (column, key)]
    case .join(_, let owner, let member, let isReflexive):
      let (owner, member) = ("P.\(plan.quoted(owner))", "P.\(plan.quoted(member))")
      return isReflexive ? [(owner, member), (member, owner)] : [(owner, member)]
    }
  }

  private func source(
    of part: Part, _ owner: String, _ member: String, _ conditions: [String]
  ) -> String {
    var conditions = conditions
    let table: String
    switch part.place {
    case .column(let column, let name, _):
      conditions.append("P.\(plan.quoted(column)) IS NOT NULL")
      table = name
    case .join(let name, _, _, _): table = name
    }
    conditions += [
      condition(owner, part.owners, plan.sourceName(part.ownerTable)),
      condition(member, part.members, plan.sourceName(part.memberTable)),
    ].compactMap(\.self)
    let text = "FROM \(plan.sourceName(table)) AS P"
    return conditions.isEmpty ? text : text + " WHERE " + conditions.joined(separator: " AND ")
  }

  private func condition(_ key: String, _ numbers: [Int]?, _ table: String) -> String? {
    guard let numbers else { return nil }
    let list = numbers.map(String.init).joined(separator: ", ")
    return "\(key) IN (SELECT \(plan.identity.key) FROM \(table) "
      + "WHERE \(plan.identity.entity) IN (\(list)))"
  }

  static func raised(_ key: String, _ offset: Int64) -> String {
    offset == 0 ? key : "\(key) + \(offset)"
  }
}
