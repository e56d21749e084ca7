import DataSchema
import SwiftDataErrors

// Checks of the plan before anything is written.

extension SaveRun {
  /// Throws if the plan changes a shard key, or inserts rows of abstract entities.
  func check() throws {
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
