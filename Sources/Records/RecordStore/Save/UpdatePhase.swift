import CoreDataFormat
import SQLCore

/// Writes the values of changed rows.
struct UpdatePhase: SavePhase {
  let task: SaveTask
  let keys: RowKeys
  private var statement: RowUpdateStatement
  /// The index of the batch that is being written, and of the next row in it.
  private(set) var progress = (batch: 0, row: 0)
  var updated = UpdatedRows()
  /// Computed when a row first conflicts with another.
  private(set) lazy var changedRows = plan.changedRows

  private init(_ task: SaveTask, _ keys: RowKeys) {
    (self.task, self.keys) = (task, keys)
    statement = RowUpdateStatement(task: task)
  }

  /// Writes the changed values, with one statement for many rows if possible.
  ///
  /// - Returns: The rows that were missing, and those that were replaced.
  /// - Throws: `SwiftDataError` that explains what cannot be written.
  static func run(_ task: SaveTask, _ keys: RowKeys) throws -> UpdatedRows {
    var phase = UpdatePhase(task, keys)
    try phase.update()
    return phase.updated
  }

  private mutating func update() throws {
    defer { statement.end() }
    try lockRows()
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
  }

  private mutating func update(_ batch: RowBatch, _ row: Int) throws {
    let key = batch.keys[row]
    if try statement.write(batch, row, key: key, isNew: false, keys) { return }
    // Either the row does not exist, or others have its unique values.
    if !batch.isConstrained { return recordMissing(batch, row) }
    guard try isStored(key, batch.entity) else { return recordMissing(batch, row) }
    try makeRoom(for: batch, row, key: key)
    guard try statement.write(batch, row, key: key, isNew: false, keys) else {
      throw conflict(batch.entity)
    }
  }

  mutating func recordMissing(_ batch: RowBatch, _ row: Int) {
    updated.missing.insert(batch.firstRow + row)
    updated.missingPlaces.insert(RowPlace(tree: batch.entity.treeIndex, key: batch.keys[row]))
    files?.abandon(.init(row: batch.firstRow + row, isNew: false, property: 0))
  }

  private func isStored(_ key: Int64, _ entity: RecordEntity) throws -> Bool {
    let table = SQLFragment.table(entity.table.table)
    return try !session.keys(
      "SELECT \(name: id.key) FROM \(table) WHERE \(name: id.key) = \(SQLValue.integer(key))"
    )
    .isEmpty
  }

  /// Writes rows with nearby keys with one statement; returns false if that is not possible.
  private mutating func update(_ rows: Range<Int>, of batch: RowBatch) throws -> Bool {
    guard session.connection.features.hasClientFunctions,
      let functions = try session.connection.rowValues(),
      let plan = session.batchUpdate(batch.entity, batch.properties, functions)
    else { return false }
    let values = BatchValues(batch, rows, keys)
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
      for row in rows where !present.contains(batch.keys[row]) { recordMissing(batch, row) }
    }
    return true
  }
}

/// The UPDATE of single rows.
struct RowUpdateStatement: SavePhase {
  private struct Updating {
    let batch: RowBatch
    let statement: any PreparedStatement
    let writer: any ParameterWriter
    /// The index of the parameter for the key.
    let key: Int
  }

  let task: SaveTask
  private var updating: Updating?

  init(task: SaveTask) { self.task = task }

  /// Writes the values of a row; returns false if it does not exist, or another has its unique
  /// values.
  mutating func write(
    _ batch: RowBatch, _ row: Int, key: Int64, isNew: Bool, _ keys: RowKeys
  ) throws -> Bool {
    let updating = try updating(batch)
    let (statement, writer) = (updating.statement, updating.writer)
    defer { statement.reset() }
    try keys.bind(
      batch, row, to: writer, from: 1, externalRow(batch, row, key: key, isNew: isNew))
    writer.bind(key, updating.key)
    try checkBound(writer, batch, from: 1)
    _ = try statement.step()
    return statement.changedRowCount > 0
  }

  /// Returns the UPDATE of a batch, cached because consecutive rows usually share it.
  private mutating func updating(_ batch: RowBatch) throws -> Updating {
    if let updating, updating.batch === batch { return updating }
    end()
    let plan = session.updatePlan(batch.entity, batch.properties)
    let statement = try session.connection.prepare(plan.text)
    let made = Updating(
      batch: batch, statement: statement, writer: statement.parameters, key: plan.key)
    updating = made
    return made
  }

  /// Releases the values that the last batch bound to its statement.
  mutating func end() {
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
}

extension RowBatch {
  /// Whether the rows have values for unique properties.
  var isConstrained: Bool {
    entity.uniqueness.contains { $0.contains(where: properties.contains) }
  }
}
