import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Writes foreign keys that the database checks after each statement, when the rows that they refer
/// to exist.
///
/// A foreign key whose row is not inserted yet is left out by the phases that update and insert rows,
/// and written here. Rows that were deleted are found before anything refers to them, because the
/// database refuses a reference to a deleted row, which `ConflictPhase` would clear.
struct ForeignKeyPhase: SavePhase {
  let task: SaveTask

  /// Finds the deleted rows that the plan refers to.
  ///
  /// Executes one statement for each relationship in each batch, if others may have deleted rows or
  /// the save deletes some.
  ///
  /// - Parameters:
  ///   - task: The save.
  ///   - keys: The keys of the plan's rows; the deleted rows are added to the unreferable ones.
  /// - Returns: The indices of links with a deleted end.
  /// - Throws: `SwiftDataError.modelValidationFailure` if a row requires a deleted one; what the
  ///   store throws.
  static func findAbsent(_ task: SaveTask, _ keys: RowKeys) throws -> Set<Int> {
    let phase = ForeignKeyPhase(task: task)
    guard let unreferable = keys.unreferable,
      phase.session.mayConflict || !phase.rules.deleted.isEmpty
    else { return [] }
    for batch in phase.plan.inserted {
      try phase.findAbsent(batch, isNew: true, unreferable) { keys.all[batch.firstRow + $0] }
    }
    for batch in phase.plan.changed {
      try phase.findAbsent(batch, isNew: false, unreferable) { batch.keys[$0] }
    }
    return try phase.brokenLinks(keys)
  }

  private func findAbsent(
    _ batch: RowBatch, isNew: Bool, _ unreferable: UnreferableRows, key: (Int) -> Int64
  ) throws {
    for relationship in batch.entity.relationships
    where batch.properties.contains(relationship.index) && relationship.foreignKey != nil {
      var rows: [Int64: [Int64]] = [:]
      for row in 0..<batch.count {
        guard let target = batch.target(row, of: relationship.index), target > 0 else { continue }
        rows[target, default: []].append(key(row))
      }
      guard !rows.isEmpty else { continue }
      let destination = relationship.destination
      let stored = try rules.storedRows(Set(rows.keys), destination)
      for (target, sources) in rows.sorted(by: { $0.key < $1.key }) where !stored.contains(target) {
        unreferable.absent[destination.treeIndex, default: []].insert(target)
        if isDeleted(target, destination) { rules.noteOrphans(sources, relationship.inverse) }
        let left = isNew ? sources : try rules.storedRows(Set(sources), batch.entity).sorted()
        if relationship.needsTarget, !plan.mayLackTargets, !isOrphaned(target, relationship) {
          try rules.refuseParting(relationship, left.map { (target, $0) })
        } else {
          rules.noteNullified(left, relationship)
        }
      }
    }
  }

  /// Returns the indices of links with an end that was deleted.
  private func brokenLinks(_ keys: RowKeys) throws -> Set<Int> {
    var broken: Set<Int> = []
    let related = plan.links.indices.filter { plan.links[$0].isRelated }
    for group in Dictionary(grouping: related, by: { plan.links[$0].relationship.number }).values {
      let relationship = plan.links[group[0]].relationship
      let isSourceStored = try stored(group, \.source, relationship.owner)
      let isMemberStored = try stored(group, \.member, relationship.destination)
      for index in group {
        let link = plan.links[index]
        let (hasSource, hasMember) = (isSourceStored(link.source), isMemberStored(link.member))
        guard !hasSource || !hasMember else { continue }
        broken.insert(index)
        if isDeleted(link.source, relationship.owner), let member = keys.stored(link.member) {
          rules.noteOrphans([member], relationship)
        }
        if isDeleted(link.member, relationship.destination), let source = keys.stored(link.source) {
          rules.noteOrphans([source], relationship.inverse)
        }
      }
    }
    return broken
  }

  /// Returns whether a row at one end of links exists, or will be inserted.
  private func stored(
    _ links: [Int], _ end: KeyPath<SavePlan.LinkChange, Int64>, _ entity: RecordEntity
  ) throws -> (Int64) -> Bool {
    let keys = Set(links.map { plan.links[$0][keyPath: end] }.filter { $0 > 0 })
    let stored = keys.isEmpty ? [] : try rules.storedRows(keys, entity)
    return { $0 < 0 || stored.contains($0) }
  }

  /// Whether a rule deletes the rows that refer to a deleted row.
  private func isOrphaned(_ target: Int64, _ relationship: RecordRelationship) -> Bool {
    isDeleted(target, relationship.destination)
      && relationship.inverse.map { rules.plan.effect(of: $0) == .delete } == true
  }

  /// Writes the foreign keys that were left out.
  ///
  /// Executes one statement for each relationship that lacks some, if the database supports it.
  ///
  /// - Throws: What the store throws.
  static func writeLate(_ task: SaveTask, _ rows: WrittenRows) throws {
    let phase = ForeignKeyPhase(task: task)
    guard rows.keys.unreferable != nil, !task.plan.inserted.isEmpty else { return }
    var waiting = UnreferableRows(task.plan.inserted).waiting
    for batch in phase.plan.changed {
      try phase.writeLate(batch, waiting, rows.keys) { batch.keys[$0] }
    }
    for batches in phase.plan.insertionGroups {
      for batch in batches {
        try phase.writeLate(batch, waiting, rows.keys) { row in
          let number = batch.firstRow + row
          return rows.kept.contains(number) ? nil : rows.keys.all[number]
        }
      }
      for batch in batches { waiting.subtract(batch.keys) }
    }
  }

  private func writeLate(
    _ batch: RowBatch, _ waiting: Set<Int64>, _ keys: RowKeys, key: (Int) -> Int64?
  ) throws {
    for relationship in batch.entity.relationships
    where batch.properties.contains(relationship.index) {
      guard let column = relationship.foreignKey else { continue }
      var targets: [(key: Int64, target: Int64)] = []
      for row in 0..<batch.count {
        guard let target = batch.target(row, of: relationship.index), waiting.contains(target),
          let stored = keys.stored(target), let key = key(row)
        else { continue }
        targets.append((key, stored))
      }
      try write(targets, session.quoted(column), batch.entity.statements.table)
    }
  }

  private func write(
    _ targets: [(key: Int64, target: Int64)], _ column: String, _ table: String
  ) throws {
    guard !targets.isEmpty else { return }
    let rows = try session.connection.rowsStatement(
      like: "SELECT 1 FROM \(table) WHERE \(column) = ? AND \(id.key) = ?", [1, 2]
    ) { values, rows in
      "UPDATE \(table) SET \(column) = \(values[0]) FROM \(rows) "
        + "WHERE \(table).\(id.key) = \(values[1])"
    }
    guard let rows else {
      for (key, target) in targets {
        try session.connection.run(
          "UPDATE \(table) SET \(column) = ? WHERE \(id.key) = ?",
          [.integer(target), .integer(key)])
      }
      return
    }
    defer { rows.clear() }
    for (key, target) in targets {
      rows.bind(target, 1)
      rows.bind(key, 2)
      rows.endRow()
      if rows.isFull { _ = try rows.write() }
    }
    if rows.rowCount > 0 { _ = try rows.write() }
  }
}
