import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// Checks the relationships of written rows, and completes their columns.
struct TargetPhase: WrittenRowsPhase {
  let task: SaveTask
  let rows: WrittenRows

  /// Checks that required relationships have targets, and writes the entity numbers of targets.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first row without a required
  ///   target; what the store throws.
  func run() throws {
    try checkNeeds()
    try writeEntityNumbers()
  }

  /// Throws if a written row lacks the target of a required relationship.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` that names the first row.
  private func checkNeeds() throws {
    guard !plan.mayLackTargets else { return }
    for batch in plan.inserted { try checkNeeds(of: batch, rows.keys.all) }
    for batch in plan.changed { try checkNeeds(of: batch, nil) }
  }

  private func checkNeeds(of batch: RowBatch, _ newKeys: [Int64]?) throws {
    for relationship in batch.entity.relationships
    where relationship.needsTarget && batch.properties.contains(relationship.index) {
      for row in 0..<batch.count {
        let key = newKeys?[batch.firstRow + row] ?? batch.keys[row]
        guard let target = batch.target(row, of: relationship.index),
          target < 0 ? rows.keys.byPlanKey[target] == nil : target == 0,
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
    func add(_ relationship: RecordRelationship, _ key: Int64) {
      keys[relationship.number, default: (relationship, [])].keys.insert(key)
    }
    for counted in plan.counted {
      if let key = stored(counted.owner) { add(counted.relationship, key) }
    }
    for (relationship, found) in rules.nullified where relationship.hasBounds {
      for key in found { add(relationship, key) }
    }
    for (relationship, pairs) in rules.parted where relationship.hasBounds {
      for pair in pairs { add(relationship, pair.owner) }
    }
    let validation = CountValidation(session: session)
    for (relationship, found) in keys.values { try validation.check(relationship, Array(found)) }
  }

  /// Writes the entity numbers of to-one targets whose entities can vary.
  ///
  /// Executes one statement for each such relationship in each batch of rows.
  private func writeEntityNumbers() throws {
    for batch in plan.inserted {
      try writeEntityNumbers(batch, Array(rows.keys.keys(of: batch)))
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
