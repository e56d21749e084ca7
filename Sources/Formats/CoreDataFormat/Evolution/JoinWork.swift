import DataSchema

/// The changes that a migration makes to one join table.
package struct JoinWork {
  package let table: JoinTableLayout
  let pairs: PairQuery
  package var kind: TableWork.Kind
  /// The previous name of a table that is kept or renamed.
  package var nameBefore = ""
  /// The names of renamed columns before and after.
  var renamed: [(before: String, after: String)] = []
}

extension EvolutionPlan {
  /// Returns the changes to each join table.
  func joinWorks(rebuildingAll: Bool) -> [JoinWork] {
    target.joinTables.map { table in
      let pairs = ownerPairs(of: table)
      if pairs.parts.isEmpty { return JoinWork(table: table, pairs: pairs, kind: .created) }
      guard !rebuildingAll, let work = renamedJoin(table, pairs) else {
        return JoinWork(table: table, pairs: pairs, kind: .rebuilt)
      }
      return work
    }
  }

  /// Returns the pairs of the relationship that a table is named after.
  func ownerPairs(of table: JoinTableLayout) -> PairQuery {
    for (relationship, owner) in relationships {
      guard
        case .manyToMany(let join)? = target.tableMap.entity(named: owner)?
          .properties[relationship.name],
        join.name == table.name, join.sourceColumn == table.ownerColumn
      else { continue }
      return pairs(of: relationship, declaredBy: owner)
    }
    return PairQuery(plan: self, parts: [])
  }

  /// Returns the changes to a table that already holds exactly these pairs; nil if they have to be
  /// copied.
  private func renamedJoin(_ table: JoinTableLayout, _ pairs: PairQuery) -> JoinWork? {
    guard pairs.parts.count == 1, let part = pairs.parts.first,
      part.owners == nil, part.members == nil, part.ownerOffset == 0, part.memberOffset == 0,
      case .join(let name, let owner, let member, let isReflexive) = part.place,
      let before = source.joinTables.first(where: { $0.name == name }),
      isReflexive == (table.otherColumn == JoinTable.reflexiveColumn),
      before.ownerColumn == owner, before.otherColumn == member,
      before.orderColumns == table.orderColumns
    else { return nil }
    var work = JoinWork(table: table, pairs: pairs, kind: .extended, nameBefore: name)
    work.renamed = [(owner, table.ownerColumn), (member, table.otherColumn)]
      .filter { $0.0 != $0.1 }
    let columnsBefore = [owner.uppercased(), member.uppercased()]
    guard !work.renamed.contains(where: { columnsBefore.contains($0.after.uppercased()) }),
      canRename(name, to: table.name)
    else { return nil }
    if work.renamed.isEmpty, table.name == name { work.kind = .kept }
    return work
  }
}
