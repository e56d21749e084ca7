import CoreDataFormat
import SQLCore

// The order of relationships that Core Data stores in position columns, which SwiftData does not
// use.

extension OrderPhase {
  /// Moves rows that got another target behind all existing members.
  func appendMembers() throws {
    for old in former.targets {
      let now = try targets(of: old.keys, old.relationship)
      let moved = old.keys.filter { now[$0] != old.targets[$0] }
      guard !moved.isEmpty else { continue }
      try session.run(
        """
        UPDATE \(name: old.relationship.owner.table.table) \
        SET \(name: old.position) = NULL \
        WHERE \(MemberQuery.isOne(of: moved.sorted(), .name(id.key)))
        """)
      try append(moved, now, old.relationship, old.position)
    }
    for batch in plan.inserted {
      let keys = Array(rows.keys.keys(of: batch))
      for relationship in batch.entity.relationships {
        guard let position = relationship.positionColumn else { continue }
        try append(keys, targets(of: keys, relationship), relationship, position)
      }
    }
    for link in plan.links where link.isRelated { try appendMembers(of: link) }
  }

  /// Appends rows without a position behind the other members.
  private func append(
    _ keys: [Int64], _ targets: [Int64: Int64], _ relationship: RecordRelationship,
    _ position: String
  ) throws {
    guard let column = relationship.foreignKey else { return }
    let table = SQLFragment.table(relationship.owner.table.table)
    for key in keys {
      guard let target = targets[key] else { continue }
      try session.run(
        """
        UPDATE \(table) SET \(name: position) = (SELECT COALESCE(MAX(\(name: position)), 0) \
        FROM \(table) WHERE \(name: column) = \(SQLValue.integer(target))) + \(SQLValue.integer(SpacedPositions.space)) \
        WHERE \(name: id.key) = \(SQLValue.integer(key)) AND \(name: position) IS NULL
        """)
    }
  }

  /// Appends both ends of a new pair to the order of the other end.
  private func appendMembers(of link: SavePlan.LinkChange) throws {
    guard let source = stored(link.source), let member = stored(link.member) else { return }
    let pairs =
      [(link.relationship, source, member)]
      + (link.relationship.inverse.map { [($0, member, source)] } ?? [])
    for (relationship, owner, member) in pairs {
      guard case .join(let join) = relationship.storage, let position = relationship.memberPosition
      else { continue }
      let table = SQLFragment.table(join.name)
      let isOwners: SQLFragment = "\(name: join.sourceColumn) = \(SQLValue.integer(owner))"
      try session.run(
        """
        UPDATE \(table) SET \(name: position) = (SELECT COALESCE(MAX(\(name: position)), 0) \
        FROM \(table) WHERE \(isOwners)) + \(SQLValue.integer(SpacedPositions.space)) WHERE \(isOwners) \
        AND \(name: join.destinationColumn) = \(SQLValue.integer(member)) \
        AND \(name: position) IS NULL
        """)
    }
  }

  /// Writes the positions of members in their order, as few as possible.
  mutating func writePositions(
    of members: [Int64], _ owner: Int64, _ relationship: RecordRelationship, _ position: String
  ) throws {
    let (table, ownerColumn, memberColumn): (String, String, String)
    switch relationship.storage {
    case .foreignKey: return
    case .children(let children, let column):
      (table, ownerColumn, memberColumn) = (children, column, id.key)
    case .join(let join):
      (table, ownerColumn, memberColumn) = (join.name, join.sourceColumn, join.destinationColumn)
    }
    let pairs = try session.pairs(
      table, memberColumn, position, members.sorted(), where: ownerColumn, is: owner)
    let known = Dictionary(pairs.map { ($0.owner, $0.member) }, uniquingKeysWith: { $1 })
    let changes = SpacedPositions.changes(of: members, known: known, above: 0)
      .sorted { $0.member < $1.member }
    for change in changes {
      try session.run(
        """
        UPDATE \(name: table) SET \(name: position) = \(SQLValue.integer(change.position)) \
        WHERE \(name: ownerColumn) = \(SQLValue.integer(owner)) \
        AND \(name: memberColumn) = \(SQLValue.integer(change.member))
        """)
    }
    guard case .children = relationship.storage, let inverse = relationship.inverse else { return }
    try recordRepositioned(changes.map(\.member), inverse)
  }

  /// Raises the versions of rows whose only change is their position.
  private mutating func recordRepositioned(
    _ keys: [Int64], _ relationship: RecordRelationship
  ) throws {
    let tree = relationship.owner.treeIndex
    let new = rows.keys.blocks.first { $0.entity.treeIndex == tree }?.keys
    let moved = keys.filter {
      let place = RowPlace(tree: tree, key: $0)
      return !(new?.contains($0) ?? false) && changedRows[place] == nil
        && !replacedRows.contains(place)
    }
    guard !moved.isEmpty else { return }
    try session.run(
      """
      UPDATE \(name: relationship.owner.table.table) SET \(raw: id.raisedVersion) \
      WHERE \(MemberQuery.isOne(of: moved, .name(id.key)))
      """)
    changes.repositioned.append((relationship, moved))
  }
}
