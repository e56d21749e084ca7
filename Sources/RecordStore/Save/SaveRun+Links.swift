import CoreDataFormat
import SQLCore

// The part of a save that concerns who is related to whom beside the columns of rows themselves.

extension SaveRun {
  /// Writes the links: first those that end between stored rows, then those that are made.
  func writeLinks() throws {
    try endLinks()
    let made = plan.links.indices.filter { plan.links[$0].isRelated }
    for index in try writeTogether(made) { try write(plan.links[index], index) }
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

  /// Writes one row of a join table, whose pairs are its primary key.
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

  /// Writes the order of the members.
  func writeOrder() throws {
    let survivors = Set(upsertedRows.map(\.key))
    for list in plan.members {
      let (owner, destination) = (list.relationship.owner, list.relationship.destination)
      let position = list.relationship.memberPosition
      guard list.owner > 0 || list.members.count > 1 || position != nil,
        let key = stored(list.owner),
        !isMissing(key, owner), !isDeleted(key, owner)
      else { continue }
      let members = list.members.filter { !isBroken($0, of: list) }.compactMap(stored)
        .filter { !isDeleted($0, destination) }
      if let position {
        try writePositions(of: members, key, list.relationship, position)
      } else {
        let isNew = list.owner < 0 && !survivors.contains(key)
        try MemberOrder.write(members, of: key, isNew: isNew, list.relationship, session)
      }
    }
  }

  /// Whether somebody else has deleted a member, or parted it from its owner by a deletion.
  private func isBroken(_ member: Int64, of list: SavePlan.MemberList) -> Bool {
    if isMissing(member, list.relationship.destination) { return true }
    guard !outcome.broken.isEmpty else { return false }
    return outcome.broken.contains { index in
      let link = plan.links[index]
      return
        (link.relationship === list.relationship && link.source == list.owner
        && link.member == member)
        || (link.relationship === list.relationship.inverse && link.source == member
          && link.member == list.owner)
    }
  }
}
