import CoreDataFormat
import SQLCore

extension SaveRun {
  /// Writes the changed values, with one statement for many rows if possible.
  func update() throws {
    for (index, batch) in plan.changed.enumerated() {
      progress = (index, 0)
      progress.row = try updateTogether(batch)
      while progress.row < batch.count {
        let run = BatchUpdate.rows(from: progress.row, of: batch)
        if let run, try update(run, of: batch) {
          progress.row = run.upperBound
          continue
        }
        for row in run ?? progress.row..<progress.row + 1 {
          // Set before the row is written, because rows after it may have to give up values for it.
          progress.row = row + 1
          try update(batch, row)
        }
      }
    }
    progress = (plan.changed.count, 0)
  }

  private func update(_ batch: RowBatch, _ row: Int) throws {
    let key = batch.keys[row]
    if try write(batch, row, key: key, isNew: false) { return }
    // Either the row does not exist, or others have its unique values.
    if !batch.isConstrained { return noteMissing(batch, row) }
    guard try isStored(key, batch.entity) else { return noteMissing(batch, row) }
    try makeRoom(for: batch, row, key: key)
    guard try write(batch, row, key: key, isNew: false) else { throw conflict(batch.entity) }
  }

  func noteMissing(_ batch: RowBatch, _ row: Int) {
    outcome.missing.insert(batch.firstRow + row)
    missingRows.insert(RowPlace(tree: batch.entity.treeIndex, key: batch.keys[row]))
    files?.abandon(.init(row: batch.firstRow + row, isNew: false, property: 0))
  }

  private func isStored(_ key: Int64, _ entity: RecordEntity) throws -> Bool {
    let table = SQLFragment.table(entity.table.table)
    return try !session.keys(
      "SELECT \(name: id.key) FROM \(table) WHERE \(name: id.key) = \(SQLValue.integer(key))"
    )
    .isEmpty
  }

  /// Writes the values of a row; returns false if it does not exist, or another has its unique
  /// values.
  func write(_ batch: RowBatch, _ row: Int, key: Int64, isNew: Bool) throws -> Bool {
    let updating = try updating(batch)
    let (statement, writer) = (updating.statement, updating.writer)
    defer { statement.reset() }
    try bind(
      batch, row, to: writer, from: 1, externalRow(batch, row, key: key, isNew: isNew))
    writer.bind(key, updating.key)
    try checkBound(writer, batch, from: 1)
    _ = try statement.step()
    return statement.changedRowCount > 0
  }

  /// Returns the UPDATE of a batch, cached because consecutive rows usually share it.
  private func updating(_ batch: RowBatch) throws -> Updating {
    if let updating, updating.batch === batch { return updating }
    endUpdating()
    let plan = session.updatePlan(batch.entity, batch.properties)
    let statement = try session.connection.prepare(plan.text)
    let made = Updating(
      batch: batch, statement: statement, writer: statement.parameters, key: plan.key)
    updating = made
    return made
  }

  /// Releases the values that the last batch bound to its statement.
  func endUpdating() {
    updating?.writer.clear()
    updating = nil
  }

  private func externalRow(
    _ batch: RowBatch, _ row: Int, key: Int64, isNew: Bool
  ) throws -> ExternalRow? {
    guard batch.entity.external != nil, let files else { return nil }
    let retired = try files.retire(key, of: batch.entity, changes: batch.properties)
    // A new row brings all its values along, whichever row it replaces.
    return ExternalRow(
      changes: files, owner: .init(row: batch.firstRow + row, isNew: isNew, property: 0),
      current: isNew ? [] : retired)
  }

  /// Writes rows with nearby keys with one statement; returns false if that is not possible.
  private func update(_ rows: Range<Int>, of batch: RowBatch) throws -> Bool {
    guard session.connection.features.hasClientFunctions,
      let functions = try session.connection.rowValues(),
      let plan = session.batchUpdate(batch.entity, batch.properties, functions)
    else { return false }
    let values = BatchValues(batch, rows, self)
    functions.source = values
    defer { functions.source = nil }
    let statement = try session.connection.prepare(plan.text)
    defer { statement.reset() }
    let (first, last) = (batch.keys[rows.lowerBound], batch.keys[rows.upperBound - 1])
    statement.parameters.bind(first, 1)
    statement.parameters.bind(last, 2)
    _ = try statement.step()
    if let failure = values.failure { throw failure }
    if statement.changedRowCount < rows.count {
      let keys = try session.keys(
        """
        SELECT \(name: id.key) FROM \(.table(batch.entity.table.table)) \
        WHERE \(name: id.key) BETWEEN \(SQLValue.integer(first)) AND \(SQLValue.integer(last))
        """)
      let present = Set(keys)
      for row in rows where !present.contains(batch.keys[row]) { noteMissing(batch, row) }
    }
    return true
  }
}

extension RowBatch {
  /// Whether the rows have values for unique properties.
  var isConstrained: Bool {
    entity.uniqueness.contains { $0.contains(where: properties.contains) }
  }
}
