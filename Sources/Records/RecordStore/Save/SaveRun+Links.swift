import CoreDataFormat
import SQLCore

// Links that are not stored in a column of the plan's rows.

extension SaveRun {
  /// Ends links between stored rows, then makes links.
  func writeLinks() throws {
    try endLinks()
    let made = plan.links.indices.filter { plan.links[$0].isRelated }
    for index in try writeTogether(made) { try write(plan.links[index], index) }
    try removeLeftPositions()
  }

  /// Ends the links between stored rows.
  func endLinks() throws {
    let ended = plan.links.indices.filter { index in
      let link = plan.links[index]
      return !link.isRelated && link.source > 0 && link.member > 0
    }
    for index in try writeTogether(ended) { try write(plan.links[index], index) }
  }

  func write(_ link: SavePlan.LinkChange, _ index: Int) throws {
    guard let source = stored(link.source), let member = stored(link.member) else { return }
    switch link.relationship.storage {
    case .foreignKey: break
    case .children(let table, let column):
      let (table, column) = (session.quoted(table), session.quoted(column))
      if link.isRelated {
        let count = try session.connection.run(
          "UPDATE \(table) SET \(column) = ?, \(id.raisedVersion) WHERE \(id.key) = ?",
          [.integer(source), .integer(member)])
        if count == 0 { outcome.broken.insert(index) }
      } else {
        try session.connection.run(
          "UPDATE \(table) SET \(column) = NULL, \(id.raisedVersion) WHERE \(id.key) = ? AND \(column) = ?",
          [.integer(member), .integer(source)])
      }
    case .join(let join):
      try write(join, source, member, isRelated: link.isRelated)
      if link.relationship.inverse === link.relationship, source != member {
        try write(join, member, source, isRelated: link.isRelated)
      }
    }
  }

  /// Inserts or deletes one row of a join table, whose primary key is the pair.
  private func write(
    _ join: JoinTable, _ source: Int64, _ member: Int64, isRelated: Bool
  ) throws {
    let (table, first, second) = (
      session.quoted(join.name), session.quoted(join.sourceColumn),
      session.quoted(join.destinationColumn)
    )
    try session.connection.run(
      isRelated
        ? session.connection.dialect.ignoringConflicts(
          "INSERT INTO \(table) (\(first), \(second)) VALUES (?, ?)")
        : "DELETE FROM \(table) WHERE \(first) = ? AND \(second) = ?",
      [.integer(source), .integer(member)])
  }
}
