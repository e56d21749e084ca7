import CoreDataFormat
import SQLCore

// The order of relationships that Core Data stores in position columns, which SwiftData does not
// use.

extension SaveRun {
  /// The distance between two positions, as in Core Data's stores.
  private static let space: Int64 = 1024

  /// The targets that rows had before the save.
  struct FormerTargets {
    let relationship: RecordRelationship
    let position: String
    let keys: [Int64]
    let targets: [Int64: Int64]
  }

  /// Records the targets of the rows that are about to get another target.
  func noteFormerTargets() throws {
    for batch in plan.changed {
      for relationship in batch.entity.relationships
      where batch.properties.contains(relationship.index) {
        guard let position = relationship.positionColumn else { continue }
        formerTargets.append(
          FormerTargets(
            relationship: relationship, position: position, keys: batch.keys,
            targets: try targets(of: batch.keys, relationship)))
      }
    }
  }

  /// Returns the targets of rows that have one, for a relationship stored in a column.
  func targets(
    of keys: [Int64], _ relationship: RecordRelationship
  ) throws -> [Int64: Int64] {
    guard let column = relationship.foreignKey else { return [:] }
    let pairs = try rules.pairs(
      relationship.owner.table.table, id.key, column, keys.sorted())
    return Dictionary(pairs.map { ($0.owner, $0.member) }, uniquingKeysWith: { $1 })
  }

  /// Moves rows that got another target behind all existing members.
  func settlePositions() throws {
    for former in formerTargets {
      let now = try targets(of: former.keys, former.relationship)
      let moved = former.keys.filter { now[$0] != former.targets[$0] }
      guard !moved.isEmpty else { continue }
      try session.run(
        """
        UPDATE \(name: former.relationship.owner.table.table) \
        SET \(name: former.position) = NULL \
        WHERE \(MemberQuery.isOne(of: moved.sorted(), .name(id.key)))
        """)
      try append(moved, now, former.relationship, former.position)
    }
    for batch in plan.inserted {
      let keys = (0..<batch.count).map { outcome.keys[batch.firstRow + $0] }
      for relationship in batch.entity.relationships {
        guard let position = relationship.positionColumn else { continue }
        try append(keys, targets(of: keys, relationship), relationship, position)
      }
    }
    for link in plan.links where link.isRelated { try settlePositions(of: link) }
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
        FROM \(table) WHERE \(name: column) = \(SQLValue.integer(target))) + \(SQLValue.integer(Self.space)) \
        WHERE \(name: id.key) = \(SQLValue.integer(key)) AND \(name: position) IS NULL
        """)
    }
  }

  /// Appends both ends of a new pair to the order of the other end.
  private func settlePositions(of link: SavePlan.LinkChange) throws {
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
        FROM \(table) WHERE \(isOwners)) + \(SQLValue.integer(Self.space)) WHERE \(isOwners) \
        AND \(name: join.destinationColumn) = \(SQLValue.integer(member)) \
        AND \(name: position) IS NULL
        """)
    }
  }

  /// Writes the positions of members in their order; a prefix that is already in order stays.
  func writePositions(
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
    let pairs = try rules.pairs(
      table, memberColumn, position, members.sorted(), where: ownerColumn, is: owner)
    let known = Dictionary(pairs.map { ($0.owner, $0.member) }, uniquingKeysWith: { $1 })
    let kept = Self.ascending(members.map { known[$0] })
    var last = kept > 0 ? known[members[kept - 1]] ?? 0 : 0
    for member in members[kept...] {
      last += Self.space
      try session.run(
        """
        UPDATE \(name: table) SET \(name: position) = \(SQLValue.integer(last)) \
        WHERE \(name: ownerColumn) = \(SQLValue.integer(owner)) \
        AND \(name: memberColumn) = \(SQLValue.integer(member))
        """)
    }
    guard case .children = relationship.storage, let inverse = relationship.inverse else { return }
    try noteRepositioned(members[kept...].sorted(), inverse)
  }

  /// Returns the length of the ascending prefix of positions.
  private static func ascending(_ positions: [Int64?]) -> Int {
    var last: Int64 = 0
    for (place, position) in positions.enumerated() {
      guard let position, position > last else { return place }
      last = position
    }
    return positions.count
  }

  /// Raises the versions of rows whose only change is their position.
  private func noteRepositioned(_ keys: [Int64], _ relationship: RecordRelationship) throws {
    let tree = relationship.owner.treeIndex
    let new = keyBlocks.first { $0.entity.treeIndex == tree }?.keys
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
    repositioned.append((relationship, moved))
  }
}
