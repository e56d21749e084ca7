import DataSchema
import SwiftDataErrors

// Checks to run when everything is written.

extension SaveRun {
  /// Throws if the plan inserts rows of abstract entities, of which Core Data creates none.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first entity.
  func checkAbstract() throws {
    for batch in plan.inserted where batch.count > 0 && batch.entity.node.entity.isAbstract {
      throw SwiftDataError.modelValidationFailure.explained(
        "An instance of \(batch.entity.name) cannot be inserted, because this entity is abstract "
          + "in the store's model.", entity: batch.entity.name,
        advice: "Insert an instance of a class that inherits from it; nothing was saved.")
    }
  }

  /// Throws if a written row lacks the target of a required relationship.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first row.
  func checkNeeds() throws {
    guard !plan.mayLackTargets else { return }
    for batch in plan.inserted { try checkNeeds(of: batch, outcome.keys) }
    for batch in plan.changed { try checkNeeds(of: batch, nil) }
  }

  private func checkNeeds(of batch: RowBatch, _ newKeys: [Int64]?) throws {
    for relationship in batch.entity.relationships
    where relationship.needsTarget && batch.properties.contains(relationship.index) {
      for row in 0..<batch.count {
        let key = newKeys?[batch.firstRow + row] ?? batch.keys[row]
        guard let target = batch.target(row, of: relationship.index),
          target < 0 ? outcome.newKeys[target] == nil : target == 0,
          !isDeleted(key, batch.entity), !isMissing(key, batch.entity)
        else { continue }
        throw relationship.lack(of: batch.entity.rowName(key))
      }
    }
  }

  /// Checks the bounds of the relationships whose members this save or its delete rules changed.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first row out of bounds.
  func checkCounts() throws {
    var keys: [Int: (relationship: RecordRelationship, keys: Set<Int64>)] = [:]
    func note(_ relationship: RecordRelationship, _ key: Int64) {
      keys[relationship.number, default: (relationship, [])].keys.insert(key)
    }
    for counted in plan.counted {
      if let key = stored(counted.owner) { note(counted.relationship, key) }
    }
    for (relationship, found) in rules.nullified where relationship.hasBounds {
      for key in found { note(relationship, key) }
    }
    for (relationship, pairs) in rules.parted where relationship.hasBounds {
      for pair in pairs { note(relationship, pair.owner) }
    }
    let validation = CountValidation(session: session)
    for (relationship, found) in keys.values { try validation.check(relationship, Array(found)) }
  }
}
