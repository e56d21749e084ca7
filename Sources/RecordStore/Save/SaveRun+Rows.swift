import CoreDataFormat
import SQLCore

// Rows that a database takes many of at once, where each run of a statement is a way to a server and back.

extension SaveRun {
  /// Fewer are written one by one.
  private static let leastRows = 2

  /// Inserts the rows of a batch with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The rows, by number, that are left to be inserted one by one, since others have their unique values or
  ///   their own cannot stand among others; nil for all.
  /// - Throws: What the store throws.
  func insertTogether(_ batch: RowBatch) throws -> [Int]? {
    guard batch.count >= Self.leastRows, let rows = try session.insertRows(batch.entity) else {
      return nil
    }
    defer { rows.clear() }
    guard batch.entity.sharesTable || batch.entity.uniqueness.count > 1 else {
      return try insert(batch, with: rows, stopsAtConflict: false)
    }
    // Whoever takes over the values of one row may set unique values free, or take them, that rows after it
    // have: these come one after the other then.
    try session.connection.run("SAVEPOINT OPENSWIFTDATA_ROWS")
    if try insert(batch, with: rows, stopsAtConflict: true).isEmpty {
      try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
      return []
    }
    try session.connection.run("ROLLBACK TO OPENSWIFTDATA_ROWS")
    try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
    return nil
  }

  /// Inserts rows of a batch, as many with one statement as it takes.
  ///
  /// - Returns: The rows that are not inserted; the first of them where that is all that is asked.
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

  /// The rows of a batch that were not inserted.
  private func conflicting(
    _ rows: ClosedRange<Int>, of batch: RowBatch, _ inserted: [Int64]
  ) -> [Int] {
    guard inserted.count < rows.count else { return [] }
    let inserted = Set(inserted)
    return rows.filter { !inserted.contains(outcome.keys[batch.firstRow + $0]) }
  }

  /// Writes the changed values of the rows of a batch with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: How many of them, from the first on, it has written.
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

  /// Takes note of the rows that are not there any more.
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
  /// An INSERT of many rows of an entity; nil where the database has none, or it may not be used since large
  /// values stand in files.
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

  /// An UPDATE of some properties of many rows of an entity.
  fileprivate func updateRows(
    _ entity: RecordEntity, _ changes: PropertyMask
  ) throws -> (any RowsStatement)? {
    // A server that joins with a table which others have fetches and locks all its rows.
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
