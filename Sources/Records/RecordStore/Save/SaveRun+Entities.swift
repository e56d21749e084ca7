import CoreDataFormat
import SQLCore

extension SaveRun {
  /// Writes the entity numbers of to-one targets whose entities can vary.
  ///
  /// Executes one statement for each such relationship in each batch of rows.
  func writeEntityNumbers() throws {
    for batch in plan.inserted {
      let keys = (0..<batch.count).map { outcome.keys[batch.firstRow + $0] }
      try writeEntityNumbers(batch, keys)
    }
    for batch in plan.changed { try writeEntityNumbers(batch, batch.keys) }
  }

  private func writeEntityNumbers(_ batch: RowBatch, _ keys: [Int64]) throws {
    for relationship in batch.entity.relationships
    where relationship.entityColumn != nil && batch.properties.contains(relationship.index) {
      guard let key = relationship.foreignKey, let entity = relationship.entityColumn else {
        continue
      }
      let table = SQLFragment.table(batch.entity.table.table)
      let other = SQLFragment.table(relationship.destination.table.table)
      try session.run(
        """
        UPDATE \(table) SET \(name: entity) = (SELECT OSD.\(name: id.entity) FROM \(other) OSD \
        WHERE OSD.\(name: id.key) = \(table).\(name: key)) \
        WHERE \(MemberQuery.isOne(of: keys.sorted(), .name(id.key)))
        """)
    }
  }
}
