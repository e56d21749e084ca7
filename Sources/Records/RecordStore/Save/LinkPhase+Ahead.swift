import CoreDataFormat
import SQLCore

// For databases whose foreign keys act by themselves: rows that point to a deleted row are deleted
// or unlinked with it at once. So the save first writes the relationships that it changes, then
// applies the delete rules, and then deletes the rows.

extension LinkPhase {
  /// Applies the delete rules and deletes the rows, before anything else is written.
  ///
  /// Only relationships are written ahead; they are written again with the rows' other values.
  ///
  /// - Returns: The indices of links with one end deleted by others.
  /// - Throws: What the store throws.
  static func runAhead(_ task: SaveTask, _ keys: RowKeys) throws -> Set<Int> {
    var phase = LinkPhase(task, keys)
    try phase.applyRulesAhead()
    return phase.broken
  }

  private mutating func applyRulesAhead() throws {
    guard !plan.deleted.isEmpty else { return }
    for batch in plan.changed {
      for relationship in batch.entity.relationships
      where batch.properties.contains(relationship.index) {
        try moveAhead(batch, relationship)
      }
    }
    try endLinks()
    let moved = plan.links.indices.filter { index in
      let link = plan.links[index]
      guard case .children = link.relationship.storage else { return false }
      // A member without an owner waits for one that is still to be inserted.
      return link.isRelated && link.member > 0 && (link.source > 0 || keys.unreferable == nil)
    }
    try write(moved)
    try rules.applyAhead()
  }

  /// Writes the new targets of rows ahead; executes one statement for each target.
  private func moveAhead(_ batch: RowBatch, _ relationship: RecordRelationship) throws {
    guard let column = relationship.foreignKey else { return }
    let former = try targets(of: batch.keys, relationship)
    var moved: [Int64: [Int64]] = [:]
    for (row, key) in batch.keys.enumerated() {
      let target = batch.target(row, of: relationship.index) ?? 0
      let isWaiting = target < 0 && keys.unreferable != nil
      let next = isWaiting ? 0 : keys.stored(target) ?? 0
      guard let former = former[key], former != next else { continue }
      if isWaiting, relationship.needsTarget {
        rules.noteMoving(key, relationship)
      } else {
        moved[next, default: []].append(key)
      }
    }
    for (target, keys) in moved.sorted(by: { $0.key < $1.key }) {
      let value = target > 0 ? SQLValue.integer(target) : .null
      try session.run(
        """
        UPDATE \(name: batch.entity.table.table) SET \(name: column) = \(value) \
        WHERE \(MemberQuery.isOne(of: keys, .name(id.key)))
        """)
    }
  }
}
