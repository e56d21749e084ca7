import CoreDataFormat
import SQLCore
import SwiftDataErrors

// Resolves conflicts with others that saved since the context read its models. The last save wins,
// but nothing may be related to a deleted row, and both ends of a relationship must agree.

/// Makes both ends of relationships agree.
struct ConflictPhase: WrittenRowsPhase {
  let task: SaveTask
  let rows: WrittenRows
  /// The indices of links with one end deleted by others.
  private var broken: Set<Int> = []

  private init(_ task: SaveTask, _ rows: WrittenRows) { (self.task, self.rows) = (task, rows) }

  /// Unlinks the former partners of replaced rows, and reconciles changes by others if there may be
  /// any.
  ///
  /// - Returns: The indices of links with one end deleted by others.
  /// - Throws: What the store throws.
  static func run(_ task: SaveTask, _ rows: WrittenRows) throws -> Set<Int> {
    var phase = ConflictPhase(task, rows)
    try phase.resolveUpserted()
    if phase.session.mayConflict { try phase.resolveConflicts() }
    return phase.broken
  }

  /// Reconciles the relationships that this save has written with changes by others.
  ///
  /// Executes up to three statements for each relationship that was changed.
  private mutating func resolveConflicts() throws {
    for batch in plan.inserted {
      try resolve(batch, batch.entity.relationships) { rows.keys.all[batch.firstRow + $0] }
    }
    for batch in plan.changed {
      try resolve(batch, batch.entity.relationships) { batch.keys[$0] }
    }
    for (index, link) in plan.links.enumerated() where link.isRelated { try resolve(link, index) }
  }

  /// Unlinks the rows that upserts replaced from their former partners in one-to-one relationships.
  private func resolveUpserted() throws {
    for (key, batch, row) in upsertedRows {
      for relationship in batch.entity.relationships where relationship.inverse?.foreignKey != nil {
        try resolve(relationship, of: batch, row, key)
      }
    }
  }

  private func resolve(
    _ batch: RowBatch, _ relationships: [RecordRelationship], key: (Int) -> Int64
  ) throws {
    for relationship in relationships where batch.properties.contains(relationship.index) {
      guard let column = relationship.foreignKey else { continue }
      if relationship.inverse?.foreignKey != nil {
        for row in 0..<batch.count { try resolve(relationship, of: batch, row, key(row)) }
      } else {
        let linked = (0..<batch.count).filter { batch.target($0, of: relationship.index) != 0 }
        try clearDeleted(relationship, column, linked.map(key))
      }
    }
  }

  /// Clears a to-one relationship in rows whose target was deleted.
  private func clearDeleted(
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
  private func resolve(
    _ relationship: RecordRelationship, of batch: RowBatch, _ row: Int, _ key: Int64
  ) throws {
    guard let column = relationship.foreignKey,
      let target = batch.target(row, of: relationship.index)
    else { return }
    try resolve(relationship, column, key, stored(target) ?? 0)
  }

  /// Resolves conflicts of a to-one relationship for one row.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - column: The column that holds the target.
  ///   - key: The row whose relationship was written.
  ///   - target: The target that was written; 0 for none.
  /// - Throws: What the store throws.
  private func resolve(
    _ relationship: RecordRelationship, _ column: String, _ key: Int64, _ target: Int64
  ) throws {
    let name = session.quoted(column)
    if let inverse = relationship.inverse, let back = inverse.foreignKey {
      return try resolvePair(
        relationship, name, inverse, session.quoted(back), key, isWritten: target != 0)
    }
    if target != 0 { try clearDeleted(relationship, column, [key]) }
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
  private func resolvePair(
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
  private mutating func resolve(_ link: SavePlan.LinkChange, _ index: Int) throws {
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
      var isBroken = try resolve(join, relationship, source, member)
      if relationship.inverse === relationship {
        isBroken = try resolve(join, relationship, member, source) || isBroken
      }
      if isBroken { broken.insert(index) }
    }
  }

  private func resolve(
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
