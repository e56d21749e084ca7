import CoreDataFormat
import SQLCore
import SwiftDataErrors

// Resolves conflicts with others that saved since the context read its models. The last save wins,
// but nothing may be related to a deleted row, and both ends of a relationship must agree.

extension SaveRun {
  /// Reconciles the relationships that this save has written with changes by others.
  ///
  /// Executes up to three statements for each relationship that was changed.
  func settleConflicts() throws {
    for batch in plan.inserted {
      try settle(batch, batch.entity.relationships) { outcome.keys[batch.firstRow + $0] }
    }
    for batch in plan.changed {
      try settle(batch, batch.entity.relationships) { batch.keys[$0] }
    }
    for (index, link) in plan.links.enumerated() where link.isRelated { try settle(link, index) }
  }

  /// Unlinks the rows that upserts replaced from their former partners in one-to-one relationships.
  func settleUpserted() throws {
    for (key, batch, row) in upsertedRows {
      for relationship in batch.entity.relationships where relationship.inverse?.foreignKey != nil {
        try settle(relationship, of: batch, row, key)
      }
    }
  }

  private func settle(
    _ batch: RowBatch, _ relationships: [RecordRelationship], key: (Int) -> Int64
  ) throws {
    for relationship in relationships where batch.properties.contains(relationship.index) {
      guard let column = relationship.foreignKey else { continue }
      if relationship.inverse?.foreignKey != nil {
        for row in 0..<batch.count { try settle(relationship, of: batch, row, key(row)) }
      } else {
        let rows = (0..<batch.count).filter { batch.target($0, of: relationship.index) != 0 }
        try clearGone(relationship, column, rows.map(key))
      }
    }
  }

  /// Clears a to-one relationship in rows whose target was deleted.
  private func clearGone(
    _ relationship: RecordRelationship, _ column: String, _ keys: [Int64]
  ) throws {
    guard !keys.isEmpty else { return }
    let (table, other) = (
      relationship.owner.statements.table, relationship.destination.statements.table
    )
    let isChosen = session.connection.dialect.render(
      MemberQuery.isOne(of: Set(keys).sorted(), .name(id.key)))
    let name = session.quoted(column)
    try clear(
      relationship, name,
      "\(isChosen.text) AND NOT EXISTS (SELECT 1 FROM \(other) OSD WHERE OSD.\(id.key) = \(table).\(name))",
      isChosen.values)
  }

  /// Resolves conflicts of a to-one relationship for a row of the plan.
  private func settle(
    _ relationship: RecordRelationship, of batch: RowBatch, _ row: Int, _ key: Int64
  ) throws {
    guard let column = relationship.foreignKey,
      let target = batch.target(row, of: relationship.index)
    else { return }
    try settle(relationship, column, key, stored(target) ?? 0)
  }

  /// Resolves conflicts of a to-one relationship for one row.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - column: The column that holds the target.
  ///   - key: The row whose relationship was written.
  ///   - target: The target that was written; 0 for none.
  /// - Throws: What the store throws.
  private func settle(
    _ relationship: RecordRelationship, _ column: String, _ key: Int64, _ target: Int64
  ) throws {
    let name = session.quoted(column)
    if let inverse = relationship.inverse, let back = inverse.foreignKey {
      return try settlePair(
        relationship, name, inverse, session.quoted(back), key, isWritten: target != 0)
    }
    if target != 0 { try clearGone(relationship, column, [key]) }
  }

  /// Resolves conflicts of a one-to-one relationship that has a column at both ends, for one row.
  ///
  /// Two rows are a pair if the columns of both say so, and each row is in at most one pair. The
  /// columns' current values count, not those of the plan: a delete rule of this save may have
  /// unlinked a pair that was written. Of several instances that were merged into one row, the last
  /// one wins.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - name: Its column.
  ///   - inverse: The inverse relationship.
  ///   - back: The column of the inverse.
  ///   - key: The row whose relationship was written.
  ///   - isWritten: Whether the written target is not nil.
  /// - Throws: What the store throws.
  private func settlePair(
    _ relationship: RecordRelationship, _ name: String, _ inverse: RecordRelationship,
    _ back: String, _ key: Int64, isWritten: Bool
  ) throws {
    let (table, other) = (relationship.owner.statements.table, inverse.owner.statements.table)
    if isWritten {
      let partners = "(SELECT \(id.key) FROM \(other) WHERE \(back) = ?)"
      try clear(relationship, name, "\(id.key) = ? AND \(name) NOT IN \(partners)", [key, key])
      let end = "(SELECT \(name) FROM \(table) WHERE \(id.key) = ?)"
      try clear(relationship, name, "\(name) = \(end) AND \(id.key) <> ?", [key, key])
    }
    let end = "(SELECT COALESCE(\(name), 0) FROM \(table) WHERE \(id.key) = ?)"
    try clear(inverse, back, "\(back) = ? AND \(id.key) <> \(end)", [key, key])
  }

  /// Sets a to-one relationship to nil in the rows that meet a condition.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if such a row requires its target.
  private func clear(
    _ relationship: RecordRelationship, _ column: String, _ condition: String, _ values: [Int64]
  ) throws {
    try clear(relationship, column, condition, values.map(SQLValue.integer))
  }

  private func clear(
    _ relationship: RecordRelationship, _ column: String, _ condition: String,
    _ values: [SQLValue]
  ) throws {
    let table = relationship.owner.statements.table
    guard !relationship.needsTarget || plan.mayLackTargets else {
      let left = try session.connection.rows(
        "SELECT \(column), \(id.key) FROM \(table) WHERE \(column) IS NOT NULL AND \(condition)",
        values)
      return try rules.refuseParting(relationship, Self.keys(left))
    }
    let entity = relationship.entityColumn.map { ", \(session.quoted($0)) = NULL" } ?? ""
    let cleared = "\(column) = NULL\(entity)"
    let rows = try session.connection.rows(
      """
      UPDATE \(table) SET \(cleared), \(id.raisedVersion) \
      WHERE \(column) IS NOT NULL AND \(condition) RETURNING \(id.key), \(id.key)
      """, values)
    rules.noteNullified(Self.keys(rows).map(\.member), relationship)
  }

  private static func keys(_ rows: [[SQLValue]]) -> DeletionRules.Pairs {
    rows.compactMap { row in
      guard case .integer(let owner) = row[0], case .integer(let member) = row[1] else {
        return nil
      }
      return (owner, member)
    }
  }

  /// Undoes a link if one of its ends was deleted.
  private func settle(_ link: SavePlan.LinkChange, _ index: Int) throws {
    let relationship = link.relationship
    guard let source = stored(link.source), let member = stored(link.member) else { return }
    switch relationship.storage {
    case .foreignKey: break
    case .children(let table, let column):
      let owner = relationship.owner.statements.table
      let name = session.quoted(column)
      try session.connection.run(
        """
        UPDATE \(session.quoted(table)) SET \(name) = NULL WHERE \(id.key) = ? AND \(name) = ? \
        AND NOT EXISTS (SELECT 1 FROM \(owner) WHERE \(id.key) = ?)
        """, [member, source, source].map(SQLValue.integer))
    case .join(let join):
      var isBroken = try settle(join, relationship, source, member)
      if relationship.inverse === relationship {
        isBroken = try settle(join, relationship, member, source) || isBroken
      }
      if isBroken { outcome.broken.insert(index) }
    }
  }

  private func settle(
    _ join: JoinTable, _ relationship: RecordRelationship, _ source: Int64, _ member: Int64
  ) throws -> Bool {
    let (first, second) = (
      session.quoted(join.sourceColumn), session.quoted(join.destinationColumn)
    )
    return try session.connection.run(
      """
      DELETE FROM \(session.quoted(join.name)) WHERE \(first) = ? AND \(second) = ? \
      AND NOT (EXISTS (SELECT 1 FROM \(relationship.owner.statements.table) WHERE \(id.key) = ?) \
      AND EXISTS (SELECT 1 FROM \(relationship.destination.statements.table) WHERE \(id.key) = ?))
      """, [source, member, source, member].map(SQLValue.integer)) > 0
  }
}
