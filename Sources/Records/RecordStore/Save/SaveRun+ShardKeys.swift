import CoreDataFormat
import SQLCore
import SwiftDataErrors

// A row's shard key, which locates its partition, cannot change after the row is inserted.

extension SaveRun {
  /// Throws if the save changes the shard key of a row.
  ///
  /// Executes one statement for each row whose shard key was set again.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first such row; what reading
  ///   throws.
  func checkShardKeys() throws {
    for batch in plan.changed {
      guard let name = batch.entity.table.shardKey,
        let property = batch.entity.propertyNumber(named: name),
        let place = batch.place(of: property),
        let column = batch.entity.properties[property].columns.first
      else { continue }
      try checkShardKeys(of: batch, name, place, column)
    }
  }

  private func checkShardKeys(
    of batch: RowBatch, _ name: String, _ place: Int, _ column: Column
  ) throws {
    let statement = try session.connection.prepare(
      "SELECT \(id.key) FROM \(batch.entity.statements.table) "
        + "WHERE \(id.key) = ? AND \(session.quoted(column.name)) <> ?")
    let writer = statement.parameters
    defer {
      statement.reset()
      writer.clear()
    }
    for row in 0..<batch.count {
      writer.bind(batch.keys[row], 1)
      try RowKeys().bind(batch.row(row) + place, of: batch, place, to: writer, 2)
      let isChanged = try statement.step()
      statement.reset()
      guard !isChanged else { throw changedShardKey(name, batch.entity, batch.keys[row]) }
    }
  }

  private func changedShardKey(
    _ name: String, _ entity: RecordEntity, _ key: Int64
  ) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "\(entity.rowName(key)) cannot get another \(name), because it is the shard key of the table.",
      entity: entity.name, property: name, path: session.store.path,
      advice: "Delete the model, and insert another with the new value; nothing was saved.")
  }
}
