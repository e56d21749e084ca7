import CoreDataFormat
import SQLCore

// Resolves updates that set a unique value of another row. As with inserts, the later value wins:
// if the plan still changes the other row's value, that value is cleared for now; otherwise the
// other row is deleted.

extension UpdatePhase {
  /// Clears or deletes the rows that have the unique values of a row to be written.
  ///
  /// Executes one statement for each constraint, and one for each such row.
  mutating func makeRoom(for batch: RowBatch, _ row: Int, key: Int64) throws {
    let others = try UniqueMatch(batch, row, keys, session, key: key).matches().map(\.key)
      .filter { $0 != key }
    guard !others.isEmpty else { throw conflict(batch.entity) }
    for other in others {
      if let waiting = constrainedChanges(ofWaiting: other, batch.entity),
        !waiting.properties.isEmpty
      {
        try clear(waiting.properties, of: other, waiting.entity)
      } else {
        updated.replaced += try deleteReplaced(other, batch.entity)
      }
    }
  }

  /// Returns the unique properties that a row still to be written changes; nil if the row is not
  /// waiting to be written.
  private mutating func constrainedChanges(
    ofWaiting key: Int64, _ entity: RecordEntity
  ) -> (entity: RecordEntity, properties: [Int])? {
    guard let place = changedRows[RowPlace(tree: entity.treeIndex, key: key)],
      (place.batch, place.row) >= progress
    else { return nil }
    let batch = plan.changed[place.batch]
    let unique = Set(batch.entity.uniqueness.joined()).sorted()
    // A shard key never changes, so the two rows must come to differ in another property.
    let fixed = batch.entity.table.shardKey.flatMap(batch.entity.propertyNumber)
    return (batch.entity, unique.filter { batch.properties.contains($0) && $0 != fixed })
  }

  /// Clears the unique values of a row that is about to get others.
  private func clear(_ properties: [Int], of key: Int64, _ entity: RecordEntity) throws {
    for property in properties {
      _ = try files?.retire(key, of: entity, changes: PropertyMask([property]))
    }
    let columns = properties.flatMap { entity.properties[$0].columns }
    let assignments = columns.map { "\(session.quoted($0.name)) = NULL" }
    let text =
      "UPDATE \(entity.statements.table) SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(id.key) = ?"
    try session.connection.run(text, [.integer(key)])
  }
}
