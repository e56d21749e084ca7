import CoreDataFormat
import SQLCore

// Writes many rows with one statement, for databases where each execution is a round trip to a
// server.

/// A row of a plan, to insert or to change.
struct PlannedRow {
  let batch: RowBatch
  /// The index in the batch.
  let row: Int

  /// The index among all rows to insert, or among all rows to change.
  var number: Int { batch.firstRow + row }
}

extension InsertPhase {
  /// Inserts the rows of an entity with few statements.
  ///
  /// - Parameter batches: The rows.
  /// - Returns: The rows to insert one by one, because their unique values are taken or their values
  ///   do not fit into a shared statement; nil for all rows.
  /// - Throws: What the store throws.
  mutating func insertTogether(_ batches: [RowBatch]) throws -> [PlannedRow]? {
    let entity = batches[0].entity
    let all = batches.flatMap(\.rows)
    guard all.count >= RowBatch.leastSharedRows, let statement = try session.insertRows(entity)
    else { return nil }
    defer { statement.clear() }
    guard entity.sharesTable || entity.uniqueness.count > 1 else {
      return try mergeTogether(insert(all, of: entity, with: statement), of: entity)
    }
    // Replacing one row may free or claim unique values of other rows.
    try session.connection.run("SAVEPOINT OPENSWIFTDATA_ROWS")
    let left = try insert(all, of: entity, with: statement, stopsAtConflict: true)
    if !left.isEmpty { try session.connection.run("ROLLBACK TO OPENSWIFTDATA_ROWS") }
    try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
    if left.isEmpty { return [] }
    return try mergeOrInsert(all, of: entity, with: statement)
  }

  /// Inserts rows, each statement with as many rows as fit.
  ///
  /// - Returns: The rows that are not inserted; only the first ones if `stopsAtConflict` is true.
  func insert(
    _ new: [PlannedRow], of entity: RecordEntity, with statement: any RowsStatement,
    stopsAtConflict: Bool = false
  ) throws -> [PlannedRow] {
    var left: [PlannedRow] = []
    var start = 0
    for (index, row) in new.enumerated() {
      statement.bind(rows.keys.all[row.number], 1)
      try rows.keys.bind(row.batch, row.row, to: statement, from: 2)
      statement.endRow()
      guard statement.isFull || index == new.count - 1 else { continue }
      if statement.needsSingleRows { return left + new[start...] }
      try checkBound(statement, row.batch, from: 2)
      let inserted = try statement.write()
      if !entity.uniqueness.isEmpty {
        left += conflicting(new[start...index], inserted)
        if stopsAtConflict, !left.isEmpty { return left }
      }
      start = index + 1
    }
    return left
  }

  /// Returns the rows that were not inserted.
  private func conflicting(
    _ new: ArraySlice<PlannedRow>, _ inserted: [Int64]
  ) -> [PlannedRow] {
    guard inserted.count < new.count else { return [] }
    let inserted = Set(inserted)
    return new.filter { !inserted.contains(rows.keys.all[$0.number]) }
  }
}

extension RecordSession {
  /// Returns an INSERT for many rows of an entity; nil if the database does not support it, or
  /// large values may be stored in files.
  fileprivate func insertRows(_ entity: RecordEntity) throws -> (any RowsStatement)? {
    guard connection is any RowsWriting, entity.external == nil || store.externalFiles == nil else {
      return nil
    }
    let statements = entity.statements
    let first = EntityStatements.firstValue
    return try rowsStatement(of: entity, nil) {
      try connection.rowsStatement(
        like: statements.insert, [1] + (first..<first + statements.valueCount)
      ) { statements.insert($0, from: $1, entity: Int(entity.table.entityNumber)) }
    }
  }
}

extension RowBatch {
  /// Smaller batches are written row by row.
  static let leastSharedRows = 2

  var rows: [PlannedRow] { (0..<count).map { PlannedRow(batch: self, row: $0) } }
}
