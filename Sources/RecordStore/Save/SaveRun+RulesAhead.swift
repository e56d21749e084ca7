import CoreDataFormat
import SQLCore

// Where foreign keys act by themselves, whoever leads to a deleted row goes with it, or loses it, at once: so the
// delete rules are applied before it is deleted, and what the save relates otherwise is written before them.

extension SaveRun {
  /// Applies the rules of deleted rows, and deletes them, before anything else is written.
  ///
  /// Relations alone are written ahead, and once more with all that rows are given.
  func applyRulesAhead() throws {
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
      return link.isRelated && link.member > 0
    }
    for index in try writeTogether(moved) { try write(plan.links[index], index) }
    try rules.applyAhead()
  }

  /// Has rows lead to the other ends that they are given; executes one statement for each such end.
  private func moveAhead(_ batch: RowBatch, _ relationship: RecordRelationship) throws {
    guard let column = relationship.foreignKey else { return }
    let former = try targets(of: batch.keys, relationship)
    var moved: [Int64: [Int64]] = [:]
    for (row, key) in batch.keys.enumerated() {
      let target = batch.target(row, of: relationship.index).flatMap(stored) ?? 0
      if let former = former[key], former != target { moved[target, default: []].append(key) }
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
