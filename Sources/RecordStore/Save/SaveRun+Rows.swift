import CoreDataFormat
import SQLCore

// Rows that a database takes many of at once, where each run of a statement is a way to a server and back.

extension SaveRun {
  /// Fewer are written one by one.
  private static let leastRows = 2

  /// Inserts the rows of a batch with one statement.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The rows, by number, whose unique values others have; nil where all have to be inserted one
  ///   by one, and none is.
  /// - Throws: What the store throws.
  func insertTogether(_ batch: RowBatch) throws -> [Int]? {
    guard batch.count >= Self.leastRows, let rows = try session.insertRows(batch.entity) else {
      return nil
    }
    for row in 0..<batch.count {
      rows.bind(outcome.keys[batch.firstRow + row], 1)
      try bind(batch, row, to: rows, from: 2)
      rows.endRow()
    }
    guard !rows.needsSingleRows else {
      rows.clear()
      return nil
    }
    defer { rows.clear() }
    try checkBound(rows, batch, from: 2)
    guard !batch.entity.uniqueness.isEmpty else {
      _ = try rows.write()
      return []
    }
    guard batch.entity.sharesTable || batch.entity.uniqueness.count > 1 else {
      return conflicting(batch, try rows.write())
    }
    // Whoever takes over the values of one row may set unique values free, or take them, that rows after it
    // have: these come one after the other then.
    try session.connection.run("SAVEPOINT OPENSWIFTDATA_ROWS")
    if try rows.write().count == batch.count {
      try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
      return []
    }
    try session.connection.run("ROLLBACK TO OPENSWIFTDATA_ROWS")
    try session.connection.run("RELEASE OPENSWIFTDATA_ROWS")
    return nil
  }

  /// The rows of a batch that were not inserted.
  private func conflicting(_ batch: RowBatch, _ inserted: [Int64]) -> [Int] {
    guard inserted.count < batch.count else { return [] }
    let inserted = Set(inserted)
    return (0..<batch.count).filter { !inserted.contains(outcome.keys[batch.firstRow + $0]) }
  }

  /// Writes the changed values of all rows of a batch with one statement.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: Whether it did; where not, nothing is written.
  /// - Throws: What the store throws.
  func updateTogether(_ batch: RowBatch) throws -> Bool {
    guard batch.count >= Self.leastRows, !batch.isConstrained,
      let rows = try session.updateRows(batch.entity, batch.properties)
    else { return false }
    let key = session.updatePlan(batch.entity, batch.properties).key
    for row in 0..<batch.count {
      try bind(batch, row, to: rows, from: 1)
      rows.bind(batch.keys[row], key)
      rows.endRow()
    }
    guard !rows.needsSingleRows else {
      rows.clear()
      return false
    }
    defer { rows.clear() }
    try checkBound(rows, batch, from: 1)
    _ = try rows.write()
    guard rows.changedRowCount < batch.count else { return true }
    let present = Set(
      try session.keys(
        """
        SELECT \(name: id.key) FROM \(.table(batch.entity.table.table)) \
        WHERE \(MemberQuery.isOne(of: batch.keys.sorted(), .name(id.key)))
        """))
    for row in 0..<batch.count where !present.contains(batch.keys[row]) { noteMissing(batch, row) }
    return true
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
    guard connection is any RowsWriting, entity.external == nil || store.externalFiles == nil else {
      return nil
    }
    let plan = updatePlan(entity, changes)
    return try rowsStatement(of: entity, changes) {
      try connection.rowsStatement(like: plan.text, Array(1...plan.key)) {
        entity.statements.update(changes, $0, from: $1)
      }
    }
  }
}
