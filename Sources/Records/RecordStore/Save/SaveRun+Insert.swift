import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension SaveRun {
  /// Inserts the new rows in their order.
  func insert() throws {
    for batch in plan.inserted {
      guard let left = try insertTogether(batch) else {
        try insert(0..<batch.count, of: batch)
        continue
      }
      if !left.isEmpty { try insert(left, of: batch) }
    }
  }

  /// Inserts rows of a batch one by one.
  private func insert(_ rows: some Sequence<Int>, of batch: RowBatch) throws {
    let statement = try session.connection.prepare(batch.entity.statements.insert)
    let writer = statement.parameters
    defer {
      statement.reset()
      writer.clear()
    }
    writer.bind(Int64(batch.entity.table.entityNumber), 2)
    writer.bind(1 as Int64, 3)
    for row in rows {
      if try !insert(batch, row, with: statement, writer) {
        try upsert(batch, row, statement, writer)
      }
    }
  }

  /// Inserts one row; returns false if another row has one of its unique values.
  private func insert(
    _ batch: RowBatch, _ row: Int, with statement: any PreparedStatement,
    _ writer: any ParameterWriter
  ) throws -> Bool {
    let number = batch.firstRow + row
    writer.bind(outcome.keys[number], 1)
    try bind(
      batch, row, to: writer, from: EntityStatements.firstValue, newRow(number, of: batch.entity))
    try checkBound(writer, batch, from: EntityStatements.firstValue)
    _ = try statement.step()
    let isInserted = batch.entity.uniqueness.isEmpty || statement.changedRowCount > 0
    statement.reset()
    return isInserted
  }

  private func newRow(_ number: Int, of entity: RecordEntity) -> ExternalRow? {
    guard entity.external != nil, let files else { return nil }
    return ExternalRow(
      changes: files, owner: .init(row: number, isNew: true, property: 0), current: [])
  }

  /// Writes the values of an inserted row into the existing row that has its unique values.
  private func upsert(
    _ batch: RowBatch, _ row: Int, _ statement: any PreparedStatement,
    _ writer: any ParameterWriter
  ) throws {
    let number = batch.firstRow + row
    let memberships = history == nil ? [] : batch.entity.memberships
    let found = try UniqueMatch(batch, row, self, memberships: memberships).matches()
    var matches = found.map(\.key)
    if batch.entity.sharesTable { try deleteOthers(&matches, batch.entity) }
    guard let survivor = matches.first else {
      // The row that had the values may be deleted by now, or have claimed those of another row.
      guard try insert(batch, row, with: statement, writer) else { throw conflict(batch.entity) }
      return
    }
    try witness?.willReplace(
      survivor, batch.entity, byRow: number, insertedAs: earlierRow(survivor, batch, number))
    // Rows that match the new one in other constraints would still conflict.
    for other in matches.dropFirst() { try deleteReplaced(other, batch.entity) }
    for match in found where match.key == survivor {
      noteFormerOwners(of: match, memberships, batch, row)
    }
    guard try write(batch, row, key: survivor, isNew: true) else { throw conflict(batch.entity) }
    outcome.upserted.insert(number)
    if !batch.entity.isAlone {
      try noteFormerMembers(of: survivor, replacing: batch.keys[row])
      try redirect(outcome.keys[number], to: survivor, batch.entity)
      outcome.newKeys[batch.keys[row]] = survivor
    }
    outcome.keys[number] = survivor
  }

  /// Deletes rows of other entities that have the unique values of an inserted row, because a row
  /// cannot change its entity.
  ///
  /// - Parameters:
  ///   - matches: The rows that have such values; on return only those of the entity.
  ///   - entity: The entity of the inserted row.
  /// - Throws: What the store throws.
  private func deleteOthers(_ matches: inout [Int64], _ entity: RecordEntity) throws {
    var own: [Int64] = []
    for part in try session.parts(matches, entity.root) {
      if part.entity === entity {
        own = part.keys
      } else {
        try deleteReplaced(part)
      }
    }
    matches = own
  }

  /// Returns the index of the inserted row that created `key` before row `number`, if any.
  private func earlierRow(_ key: Int64, _ batch: RowBatch, _ number: Int) -> Int? {
    guard
      keyBlocks.contains(where: {
        $0.entity.treeIndex == batch.entity.treeIndex && $0.keys.contains(key)
      })
    else { return nil }
    let place = RowPlace(tree: batch.entity.treeIndex, key: key)
    return insertedRows[place].flatMap { $0 < number ? $0 : nil }
  }

  /// Redirects rows that point to an inserted row to the existing row that it was merged into.
  private func redirect(_ key: Int64, to survivor: Int64, _ entity: RecordEntity) throws {
    for relationship in entity.incoming {
      guard let column = relationship.foreignKey else { continue }
      let name = session.quoted(column)
      try session.connection.run(
        "UPDATE \(relationship.owner.statements.table) SET \(name) = ? WHERE \(name) = ?",
        [.integer(survivor), .integer(key)])
    }
  }

  /// Deletes a row whose unique values another row claims.
  func deleteReplaced(_ key: Int64, _ entity: RecordEntity) throws {
    for part in try entity.sharesTable ? session.parts([key], entity.root) : [(entity, [key])] {
      try deleteReplaced(part)
    }
  }

  private func deleteReplaced(_ rows: DeletionRules.Rows) throws {
    try rules.delete(rows.keys, rows.entity)
    // Its unique values must be free now, and postponed rows are only deleted when rules are
    // applied.
    if rules.postpones { try rules.applyAhead() }
    outcome.replaced.append(rows)
  }

  /// The error for a unique value that conflicts although no constraint of the entity explains it.
  func conflict(_ entity: RecordEntity) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "The store \(session.store.path) refused a change: another row has one of the unique values.",
      entity: entity.name, advice: "Give the changed models values that no other model has.")
  }
}
