import CoreDataFormat
import SQLCore

// Writes many rows with one statement, like `InsertPhase+Rows`.

extension UpdatePhase {
  /// Locks the rows of tables that several batches change, in the order of their keys.
  ///
  /// The rows of one batch are in that order anyway. Programs that lock rows in the same order do not
  /// wait for each other in a circle.
  func lockRows() throws {
    let lock = session.connection.dialect.changeLock(on: "OSD")
    guard plan.changed.count > 1, !lock.isEmpty else { return }
    let trees = Dictionary(grouping: plan.changed, by: \.entity.treeIndex)
    for (_, batches) in trees.sorted(by: { $0.key < $1.key }) {
      let table = batches[0].entity.table
      guard batches.contains(where: { $0.properties != batches[0].properties }),
        table.shardKey == nil
      else { continue }
      let key: SQLFragment = "OSD.\(name: id.key)"
      let keys = Set(batches.flatMap(\.keys)).sorted()
      try session.run(
        """
        SELECT 1 FROM \(.table(table.table)) AS OSD WHERE \(MemberQuery.isOne(of: keys, key)) \
        ORDER BY \(key)\(raw: lock)
        """)
    }
  }

  /// Writes the changed values of a batch's rows with few statements.
  ///
  /// - Parameter batch: The rows.
  /// - Returns: The number of rows written, counted from the first.
  /// - Throws: What the store throws.
  mutating func updateTogether(_ batch: RowBatch) throws -> Int {
    guard batch.count >= RowBatch.leastSharedRows,
      let rows = try session.updateRows(batch.entity, batch.properties),
      try hasFreeValues(batch)
    else { return 0 }
    defer { rows.clear() }
    let key = session.updatePlan(batch.entity, batch.properties).key
    var start = 0
    for row in 0..<batch.count {
      try keys.bind(batch, row, to: rows, from: 1)
      rows.bind(batch.keys[row], key)
      rows.endRow()
      guard rows.isFull || row == batch.count - 1 else { continue }
      if rows.needsSingleRows { return start }
      try checkBound(rows, batch, from: 1)
      _ = try rows.write()
      if rows.changedRowCount < row + 1 - start { try recordMissing(start...row, of: batch) }
      start = row + 1
    }
    return batch.count
  }

  /// Whether no other row has the new unique values of a batch, so that its rows can be written in
  /// any order.
  ///
  /// Executes two statements for each constraint.
  private func hasFreeValues(_ batch: RowBatch) throws -> Bool {
    guard batch.isConstrained else { return true }
    let groups = batch.entity.uniqueness.filter { $0.contains(where: batch.properties.contains) }
    // The stored rows have the values that are missing here.
    guard groups.allSatisfy({ $0.allSatisfy(batch.properties.contains) }) else { return false }
    let unique = UniqueMatches(
      entity: batch.entity, groups: groups, rows: batch.rows, keys: keys, session: session,
      memberships: [])
    guard let found = try unique.matches() else { return false }
    for row in found.indices where found[row].contains(where: { $0.key != batch.keys[row] }) {
      return false
    }
    return try !unique.haveEqualValues()
  }

  /// Records the rows that no longer exist.
  private mutating func recordMissing(_ rows: ClosedRange<Int>, of batch: RowBatch) throws {
    let present = Set(
      try session.keys(
        """
        SELECT \(name: id.key) FROM \(.table(batch.entity.table.table)) \
        WHERE \(MemberQuery.isOne(of: batch.keys[rows].sorted(), .name(id.key)))
        """))
    for row in rows where !present.contains(batch.keys[row]) { recordMissing(batch, row) }
  }
}

extension RecordSession {
  /// Returns an UPDATE of some properties for many rows of an entity; nil if it cannot be used.
  func updateRows(
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
