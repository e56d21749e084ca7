import CoreDataFormat
import SQLCore

// Links that are not stored in a column of the plan's rows.

/// Writes links.
struct LinkPhase: SavePhase {
  let task: SaveTask
  let keys: RowKeys
  /// The indices of links with one end deleted by others.
  var broken: Set<Int> = []

  init(_ task: SaveTask, _ keys: RowKeys) { (self.task, self.keys) = (task, keys) }

  /// Ends links between stored rows, then makes links, and removes the positions of members that
  /// left an owner.
  ///
  /// - Parameters:
  ///   - task: The save.
  ///   - rows: The written rows.
  ///   - broken: The links that cannot be made, because an end was deleted.
  /// - Returns: The indices of links with one end deleted by others.
  /// - Throws: What the store throws.
  static func run(
    _ task: SaveTask, _ rows: WrittenRows, without broken: Set<Int>
  ) throws -> Set<Int> {
    var phase = LinkPhase(task, rows.keys)
    try phase.endLinks()
    try phase.write(
      phase.plan.links.indices.filter {
        phase.plan.links[$0].isRelated && !broken.contains($0)
      })
    try phase.removeLeftPositions(rows)
    return phase.broken
  }

  /// Ends the links between stored rows.
  mutating func endLinks() throws {
    let ended = plan.links.indices.filter { index in
      let link = plan.links[index]
      return !link.isRelated && link.source > 0 && link.member > 0
    }
    try write(ended)
  }

  /// Makes or ends links, given by their indices, with few statements if possible.
  mutating func write(_ indices: [Int]) throws {
    for index in try writeTogether(indices) { try write(plan.links[index], index) }
  }

  private mutating func write(_ link: SavePlan.LinkChange, _ index: Int) throws {
    guard let source = keys.stored(link.source), let member = keys.stored(link.member) else {
      return
    }
    switch link.relationship.storage {
    case .foreignKey: break
    case .children(let table, let column):
      let (table, column) = (session.quoted(table), session.quoted(column))
      if link.isRelated {
        let count = try session.connection.run(
          "UPDATE \(table) SET \(column) = ?, \(id.raisedVersion) WHERE \(id.key) = ?",
          [.integer(source), .integer(member)])
        if count == 0 { broken.insert(index) }
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

// Positions of members that left an owner.

extension LinkPhase {
  /// Removes the positions of members in lists of owners that they left.
  ///
  /// Executes one statement for each such relationship in each batch of rows, and more if there are
  /// such positions; none if the store has no member order.
  private func removeLeftPositions(_ rows: WrittenRows) throws {
    for batch in plan.changed {
      try removeLeftPositions(batch) { batch.keys[$0] }
    }
    for batch in plan.inserted where !rows.upserted.isEmpty {
      try removeLeftPositions(batch) { row in
        let number = batch.firstRow + row
        // A row that was kept leaves no owner.
        return rows.upserted.contains(number) && !rows.kept.contains(number)
          ? keys.all[number] : nil
      }
    }
    let ended = plan.links.filter { !$0.isRelated && $0.source > 0 && $0.member > 0 }
    for links in Dictionary(grouping: ended, by: { $0.relationship.number }).values {
      let relationship = links[0].relationship
      try removePositions(of: links.map { ($0.source, $0.member) }, relationship)
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      try removePositions(of: links.map { ($0.member, $0.source) }, inverse)
    }
  }

  /// Removes the positions of a batch's rows in lists of their former owners.
  ///
  /// - Parameters:
  ///   - batch: The rows.
  ///   - key: Returns the key of a row that may have left an owner; nil for other rows.
  /// - Throws: What the store throws.
  private func removeLeftPositions(_ batch: RowBatch, key: (Int) -> Int64?) throws {
    for relationship in batch.entity.relationships
    where batch.properties.contains(relationship.index) && relationship.foreignKey != nil {
      guard let lists = relationship.inverse, lists.isToMany, lists.memberPosition == nil else {
        continue
      }
      var owners: [Int64: Int64] = [:]
      for row in 0..<batch.count {
        guard let key = key(row) else { continue }
        owners[key] = batch.target(row, of: relationship.index).flatMap(keys.stored) ?? 0
      }
      try MemberOrder.remove(members: owners.keys.sorted(), lists, session) { owner, member in
        owners[member] != owner
      }
    }
  }

  private func removePositions(
    of pairs: [(owner: Int64, member: Int64)], _ relationship: RecordRelationship
  ) throws {
    guard relationship.memberPosition == nil else { return }
    var owners: [Int64: Set<Int64>] = [:]
    for pair in pairs { owners[pair.member, default: []].insert(pair.owner) }
    try MemberOrder.remove(members: owners.keys.sorted(), relationship, session) { owner, member in
      owners[member]?.contains(owner) ?? false
    }
  }
}
