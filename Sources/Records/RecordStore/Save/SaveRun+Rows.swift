import CoreDataFormat
import SQLCore

// Writes many rows with one statement, for databases where each execution is a round trip to a
// server.

extension SaveRun {
  /// Smaller batches are written row by row.
  private static let leastRows = 2

  /// Inserts the rows of a batch with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The indices of rows to insert one by one, because their unique values are taken or
  ///   their values do not fit into a shared statement; nil for all rows.
  /// - Throws: What the store throws.
  func insertTogether(_ batch: RowBatch) throws -> [Int]? {
    guard batch.count >= Self.leastRows, let rows = try session.insertRows(batch.entity) else {
      return nil
    }
    defer { rows.clear() }
    guard batch.entity.sharesTable || batch.entity.uniqueness.count > 1 else {
      return try insert(batch, with: rows, stopsAtConflict: false)
    }
    // Replacing one row may free or claim unique values of later rows, so a batch with conflicts is
    // inserted one by one.
    try session.connection.run("SAVEPOINT OPENSWIFTDATA_ROWS")
    if try insert(batch, with: rows, stopsAtConflict: true).isEmpty {
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
    _ batch: RowBatch, with rows: any RowsStatement, stopsAtConflict: Bool
  ) throws -> [Int] {
    var left: [Int] = []
    var start = 0
    for row in 0..<batch.count {
      rows.bind(outcome.keys[batch.firstRow + row], 1)
      try bind(batch, row, to: rows, from: 2)
      rows.endRow()
      guard rows.isFull || row == batch.count - 1 else { continue }
      if rows.needsSingleRows { return left + (start..<batch.count) }
      try checkBound(rows, batch, from: 2)
      let inserted = try rows.write()
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
    _ rows: ClosedRange<Int>, of batch: RowBatch, _ inserted: [Int64]
  ) -> [Int] {
    guard inserted.count < rows.count else { return [] }
    let inserted = Set(inserted)
    return rows.filter { !inserted.contains(outcome.keys[batch.firstRow + $0]) }
  }

  /// Writes the changed values of a batch's rows with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The number of rows written, counted from the first.
  /// - Throws: What the store throws.
  func updateTogether(_ batch: RowBatch) throws -> Int {
    guard batch.count >= Self.leastRows, !batch.isConstrained,
      let rows = try session.updateRows(batch.entity, batch.properties)
    else { return 0 }
    defer { rows.clear() }
    let key = session.updatePlan(batch.entity, batch.properties).key
    var start = 0
    for row in 0..<batch.count {
      try bind(batch, row, to: rows, from: 1)
      rows.bind(batch.keys[row], key)
      rows.endRow()
      guard rows.isFull || row == batch.count - 1 else { continue }
      if rows.needsSingleRows { return start }
      try checkBound(rows, batch, from: 1)
      _ = try rows.write()
      if rows.changedRowCount < row + 1 - start { try noteMissing(start...row, of: batch) }
      start = row + 1
    }
    return batch.count
  }

  /// Records the rows that no longer exist.
  private func noteMissing(_ rows: ClosedRange<Int>, of batch: RowBatch) throws {
    let present = Set(
      try session.keys(
        """
        SELECT \(name: id.key) FROM \(.table(batch.entity.table.table)) \
        WHERE \(MemberQuery.isOne(of: batch.keys[rows].sorted(), .name(id.key)))
        """))
    for row in rows where !present.contains(batch.keys[row]) { noteMissing(batch, row) }
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

  /// Returns an UPDATE of some properties for many rows of an entity; nil if it cannot be used.
  fileprivate func updateRows(
    _ entity: RecordEntity, _ changes: PropertyMask
  ) throws -> (any RowsStatement)? {
    // Joining with a foreign table makes the server fetch and lock all of its rows.
    guard entity.table.shardKey == nil, connection is any RowsWriting,
      entity.external == nil || store.externalFiles == nil
    else { return nil }
    let plan = updatePlan(entity, changes)
    return try rowsStatement(of: entity, changes) {
      try connection.rowsStatement(like: plan.text, Array(1...plan.key)) {
        entity.statements.update(changes, $0, from: $1)
      }
    }
  }
}
