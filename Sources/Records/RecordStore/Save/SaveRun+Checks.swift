import CoreDataFormat
import DataSchema
import SwiftDataErrors

// Checks of the plan before anything is written.

extension SaveRun {
  /// Throws if the plan writes rows of a view, changes a shard key, or inserts rows of abstract
  /// entities.
  func check() throws {
    for batch in plan.inserted where batch.count > 0 { try batch.entity.checkWritable() }
    for batch in plan.changed where batch.count > 0 { try batch.entity.checkWritable() }
    for deletion in plan.deleted where !deletion.keys.isEmpty {
      try deletion.entity.checkWritable()
    }
    try checkShardKeys()
    try checkAbstract()
  }

  /// Throws if the plan inserts rows of abstract entities, of which Core Data creates none.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first entity.
  private func checkAbstract() throws {
    for batch in plan.inserted where batch.count > 0 && batch.entity.declaration.isAbstract {
      throw SwiftDataError.modelValidationFailure.explained(
        "An instance of \(batch.entity.name) cannot be inserted, because this entity is abstract "
          + "in the store's model.", entity: batch.entity.name,
        advice: "Insert an instance of a class that inherits from it; nothing was saved.")
    }
  }
}

extension RecordEntity {
  /// Throws if the rows are in a view.
  ///
  /// - Throws: `SwiftDataError.storeIsReadOnly` that names the entity and the view.
  package func checkWritable() throws {
    guard let view = table.view else { return }
    throw SwiftDataError.storeIsReadOnly.explained(
      "\(name) cannot be written, because it is mapped to the view \(view).", entity: name,
      advice: "Change the models of the tables that the view selects from; nothing was saved.")
  }
}
