import CoreDataFormat
import SQLCore

// Writes many rows with one statement, for databases where each execution is a round trip to a
// server.

extension InsertPhase {
  /// Inserts the rows of a batch with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The indices of rows to insert one by one, because their unique values are taken or
  ///   their values do not fit into a shared statement; nil for all rows.
  /// - Throws: What the store throws.
  func insertTogether(_ batch: RowBatch) throws -> [Int]? {
    guard batch.count >= RowBatch.leastSharedRows,
      let statement = try session.insertRows(batch.entity)
    else { return nil }
    defer { statement.clear() }
    guard batch.entity.sharesTable || batch.entity.uniqueness.count > 1 else {
      return try insert(batch, with: statement, stopsAtConflict: false)
    }
    // Replacing one row may free or claim unique values of later rows, so a batch with conflicts is
    // inserted one by one.
    try session.connection.run("SAVEPOINT OPENSWIFTDATA_ROWS")
    if try insert(batch, with: statement, stopsAtConflict: true).isEmpty {
      try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
      return []
    }
    try session.connection.run("ROLLBACK TO OPENSWIFTDATA_ROWS")
    try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
    return nil
  }

  /// Inserts rows of a batch, each statement with as many rows as fit.
  ///
  /// - Returns: The rows that are not inserted; only the first ones if `stopsAtConflict` is true.
  private func insert(
    _ batch: RowBatch, with statement: any RowsStatement, stopsAtConflict: Bool
  ) throws -> [Int] {
    var left: [Int] = []
    var start = 0
    for row in 0..<batch.count {
      statement.bind(rows.keys.all[batch.firstRow + row], 1)
      try rows.keys.bind(batch, row, to: statement, from: 2)
      statement.endRow()
      guard statement.isFull || row == batch.count - 1 else { continue }
      if statement.needsSingleRows { return left + (start..<batch.count) }
      try checkBound(statement, batch, from: 2)
      let inserted = try statement.write()
      if !batch.entity.uniqueness.isEmpty {
        left += conflicting(start...row, of: batch, inserted)
        if stopsAtConflict, !left.isEmpty { return left }
      }
      start = row + 1
    }
    return left
  }

  /// Returns the rows of a batch that were not inserted.
  private func conflicting(
    _ range: ClosedRange<Int>, of batch: RowBatch, _ inserted: [Int64]
  ) -> [Int] {
    guard inserted.count < range.count else { return [] }
    let inserted = Set(inserted)
    return range.filter { !inserted.contains(rows.keys.all[batch.firstRow + $0]) }
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
}
