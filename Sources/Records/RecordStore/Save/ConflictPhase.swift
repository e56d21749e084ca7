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
  /// Executes up to three statements for each relationship of each batch.
  private mutating func resolveConflicts() throws {
    for batch in plan.inserted {
      try resolve(batch) { rows.keys.all[batch.firstRow + $0] }
    }
    for batch in plan.changed {
      try resolve(batch) { batch.keys[$0] }
    }
    try resolveLinks()
  }

  /// Unlinks the rows that upserts replaced from their former partners in one-to-one relationships.
  private func resolveUpserted() throws {
    guard !rows.upserted.isEmpty else { return }
    for batch in plan.inserted {
      let upserted = (0..<batch.count).filter { rows.upserted.contains(batch.firstRow + $0) }
      for relationship in batch.entity.relationships {
        try resolvePairs(relationship, of: batch, upserted) { rows.keys.all[batch.firstRow + $0] }
      }
    }
  }

  private func resolve(_ batch: RowBatch, key: (Int) -> Int64) throws {
    for relationship in batch.entity.relationships
    where batch.properties.contains(relationship.index) {
      guard let column = relationship.foreignKey else { continue }
      if relationship.inverse?.foreignKey != nil {
        try resolvePairs(relationship, of: batch, 0..<batch.count, key: key)
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
    let isChosen = isOne(of: Set(keys), id.key)
    let name = session.quoted(column)
    try clear(
      relationship, name,
      "\(isChosen.text) AND NOT EXISTS (SELECT 1 FROM \(other) OSD WHERE OSD.\(id.key) = \(table).\(name))",
      isChosen.values)
  }

  /// Resolves conflicts of a one-to-one relationship that has a column at both ends.
  ///
  /// Two rows are a pair if the columns of both say so, and each row is in at most one pair. The
  /// columns' current values count, not those of the plan: a delete rule of this save may have
  /// unlinked a pair that was written. Of several instances that were merged into one row, the last
  /// one wins. A pair is never unlinked, so the order of the rows does not matter.
  ///
  /// - Parameters:
  ///   - relationship: The relationship; nothing happens if it has no column at both ends.
  ///   - batch: The rows.
  ///   - rows: The numbers of the rows whose relationship was written.
  ///   - key: Returns the key of a row.
  /// - Throws: What the store throws.
  private func resolvePairs(
    _ relationship: RecordRelationship, of batch: RowBatch, _ rows: some Collection<Int>,
    key: (Int) -> Int64
  ) throws {
    guard let column = relationship.foreignKey, let inverse = relationship.inverse,
      let opposite = inverse.foreignKey
    else { return }
    let (name, back) = (session.quoted(column), session.quoted(opposite))
    let (table, other) = (relationship.owner.statements.table, inverse.owner.statements.table)
    var (written, related): (Set<Int64>, Set<Int64>) = ([], [])
    for row in rows {
      guard let target = batch.target(row, of: relationship.index) else { continue }
      written.insert(key(row))
      if (stored(target) ?? 0) != 0 { related.insert(key(row)) }
    }
    if !related.isEmpty {
      let isRelated = isOne(of: related, id.key)
      let isSingle = """
        NOT EXISTS (SELECT 1 FROM \(other) OSD \
        WHERE OSD.\(id.key) = \(table).\(name) AND OSD.\(back) = \(table).\(id.key))
        """
      try clear(relationship, name, "\(isRelated.text) AND \(isSingle)", isRelated.values)
      // The rows that are left are pairs. Others may refer to their partners.
      let partners = "(SELECT \(name) FROM \(table) WHERE \(isRelated.text))"
      try clear(relationship, name, "\(name) IN \(partners) AND \(isSingle)", isRelated.values)
    }
    guard !written.isEmpty else { return }
    let wasRelated = isOne(of: written, opposite)
    try clear(
      inverse, back,
      """
      \(wasRelated.text) AND NOT EXISTS (SELECT 1 FROM \(table) OSD \
      WHERE OSD.\(id.key) = \(other).\(back) AND OSD.\(name) = \(other).\(id.key))
      """, wasRelated.values)
  }

  /// The condition that a column contains one of the keys.
  private func isOne(of keys: Set<Int64>, _ column: String) -> SQLStatement {
    session.connection.dialect.render(MemberQuery.isOne(of: keys.sorted(), .name(column)))
  }

  /// Sets a to-one relationship to nil in the rows that meet a condition.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if such a row requires its target.
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

  /// Undoes the links with an end that was deleted.
  ///
  /// Executes one statement for each end of each relationship, and one for each such link.
  private mutating func resolveLinks() throws {
    let related = plan.links.indices.filter { plan.links[$0].isRelated }
    let groups = Dictionary(grouping: related) { plan.links[$0].relationship.number }
    for (_, links) in groups.sorted(by: { $0.key < $1.key }) {
      let relationship = plan.links[links[0]].relationship
      if case .foreignKey = relationship.storage { continue }
      let sources = Set(links.compactMap { stored(plan.links[$0].source) })
      let members = Set(links.compactMap { stored(plan.links[$0].member) })
      let storedSources = try rules.storedRows(sources, relationship.owner)
      let storedMembers = try rules.storedRows(members, relationship.destination)
      for index in links {
        let link = plan.links[index]
        guard let source = stored(link.source), let member = stored(link.member),
          !storedSources.contains(source) || !storedMembers.contains(member)
        else { continue }
        try undo(index, relationship, source, member)
      }
    }
  }

  private mutating func undo(
    _ index: Int, _ relationship: RecordRelationship, _ source: Int64, _ member: Int64
  ) throws {
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
      var isBroken = try undo(join, relationship, source, member)
      if relationship.inverse === relationship {
        isBroken = try undo(join, relationship, member, source) || isBroken
      }
      if isBroken { broken.insert(index) }
    }
  }

  private func undo(
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
