import CoreDataFormat
import SQLCore

// What a change does when another row has the unique value it sets. As with inserts the later value
// wins: a row that is about to change that value itself only steps aside, and any other gives way.

extension SaveRun {
  /// Moves the rows out of the way that have the unique values which a row is about to take.
  ///
  /// Executes one statement for each constraint, and one for each such row.
  func makeRoom(for batch: RowBatch, _ row: Int, key: Int64) throws {
    let others = try UniqueMatch(batch, row, self, key: key).matches().map(\.key)
      .filter { $0 != key }
    guard !others.isEmpty else { throw conflict(batch.entity) }
    for other in others {
      if let waiting = constrainedChanges(ofWaiting: other, batch.entity),
        !waiting.properties.isEmpty
      {
        try clear(waiting.properties, of: other, waiting.entity)
      } else {
        try deleteReplaced(other, batch.entity)
      }
    }
  }

  /// The properties of constraints that a row which is still to be written changes; nil for no such row.
  private func constrainedChanges(
    ofWaiting key: Int64, _ entity: RecordEntity
  ) -> (entity: RecordEntity, properties: [Int])? {
    guard let place = changedRows[RowPlace(tree: entity.treeIndex, key: key)],
      (place.batch, place.row) >= progress
    else { return nil }
    let batch = plan.changed[place.batch]
    let unique = Set(batch.entity.uniqueness.joined()).sorted()
    // What rows are parted by stays as it is, and is not what they differ in then.
    let fixed = batch.entity.table.shardKey.flatMap(batch.entity.propertyNumber)
    return (batch.entity, unique.filter { batch.properties.contains($0) && $0 != fixed })
  }

  /// Takes the values of constraints from a row that is about to get others.
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
