import DataSchema
import SQLCore

extension SystemChanges {
  /// Returns statements that convert the order of members to the new names and keys.
  func memberOrder() -> [SQLStatement] {
    let moves = orderMoves
    let table = plan.format.spelling.memberOrder
    let names = Set(
      plan.source.tableMap.entities.flatMap { entity in
        entity.properties.filter(\.value.isToMany).map { "\(entity.entityName).\($0.key)" }
      })
    let isSame =
      names == Set(moves.map(\.after))
      && moves.allSatisfy { $0.before == $0.after && $0.ownerOffset == 0 && $0.memberOffset == 0 }
    var statements: [SQLStatement] = []
    if !isSame {
      let temporary = "OPENSWIFTDATA_OLD_ORDER"
      let aside = "\(plan.format.spelling.temporarySchema).\(temporary)"
      statements += [
        "CREATE TEMP TABLE \(temporary) AS SELECT * FROM \(table)", "DELETE FROM \(table)",
      ].map { SQLStatement($0) }
      statements += moves.map { move in
        SQLStatement(
          plan.format.spelling.ignoringConflicts(
            "INTO \(table) (RELATIONSHIP, OWNER, MEMBER, POSITION) "
              + "SELECT ?, \(PairQuery.raised("OWNER", move.ownerOffset)), "
              + "\(PairQuery.raised("MEMBER", move.memberOffset)), POSITION FROM \(aside) "
              + "WHERE RELATIONSHIP = ?"), [.text(move.after), .text(move.before)])
      }
      statements.append(SQLStatement("DROP TABLE \(aside)"))
    }
    return statements + moves.compactMap(pruning)
  }

  /// Returns a statement that deletes positions of rows that are no longer related.
  private func pruning(_ move: OrderMove) -> SQLStatement? {
    let holder: (table: String, owner: String, member: String)? =
      switch move.columns {
      case .toMany(let table, _, let foreignKey): (table, foreignKey, plan.identity.key)
      case .manyToMany(let join): (join.name, join.sourceColumn, join.destinationColumn)
      case .attribute, .composite, .toOne: nil
      }
    guard let holder else { return nil }
    let table = plan.quoted(holder.table)
    return SQLStatement(
      "DELETE FROM \(plan.format.spelling.memberOrder) WHERE RELATIONSHIP = ? AND NOT EXISTS "
        + "(SELECT 1 FROM \(table) AS H WHERE H.\(plan.quoted(holder.owner)) = OWNER "
        + "AND H.\(plan.quoted(holder.member)) = MEMBER)", [.text(move.after)])
  }

  private struct OrderMove {
    var before: String
    var after: String
    var ownerOffset: Int64
    var memberOffset: Int64
    var columns: PropertyColumns
  }

  /// The to-many relationships whose origins were also to-many.
  private var orderMoves: [OrderMove] {
    plan.target.tableMap.entities.flatMap { entity -> [OrderMove] in
      guard let origin = plan.origin(of: entity) else { return [] }
      return entity.properties.sorted { $0.key < $1.key }.compactMap { name, columns in
        guard columns.isToMany,
          case .relationship(let was)? = plan.mapping.origin(of: name, in: entity.entityName),
          case .relationship(let now)? = plan.mapping.target.property(name, of: entity.entityName),
          was.isToMany, let members = plan.source.tableMap.entity(named: was.destination)
        else { return nil }
        return OrderMove(
          before: "\(origin.entityName).\(was.name)", after: "\(entity.entityName).\(name)",
          ownerOffset: plan.offset(from: origin.table, to: entity.entityName),
          memberOffset: plan.offset(from: members.table, to: now.destination), columns: columns)
      }
    }
  }
}

extension PropertyColumns {
  /// Whether a relationship may have several members.
  var isToMany: Bool {
    switch self {
    case .toMany, .manyToMany: true
    case .attribute, .composite, .toOne: false
    }
  }
}
