import SQLCore

// Inserted rows that do not replace an existing row with the same unique values.

extension InsertPhase {
  /// Lets the row that has the unique values of an inserted row stand for it, if the row's policy is
  /// to keep existing rows.
  ///
  /// Executes one statement for each constraint, unless the policy is `upsert`.
  ///
  /// - Returns: False if the row has to be inserted, or to replace an existing one.
  /// - Throws: `TakenValues` if the policy is to fail, or the existing row is of another entity; what
  ///   the store throws.
  mutating func keepExisting(_ batch: RowBatch, _ row: Int) throws -> Bool {
    let number = batch.firstRow + row
    let policy = plan.insertions.policy(of: number)
    guard policy != .upsert,
      let taken = try UniqueMatch(batch, row, rows.keys, session).taken()
    else { return false }
    let earlier = earlierRow(taken.key, batch, number)
    // Only the row knows its entity, unless the table has only one.
    let part = try batch.entity.sharesTable ? session.parts([taken.key], batch.entity.root) : []
    let entity = part.first?.entity ?? batch.entity
    let isOfSameEntity = entity === batch.entity
    guard policy == .keepExisting, isOfSameEntity else {
      throw TakenValues(
        insertion: number, properties: taken.properties,
        existing: earlier == nil ? (entity, taken.key) : nil, isOfSameEntity: isOfSameEntity)
    }
    try task.keeper?.keepValues(
      of: .replaced(key: taken.key, batch.entity, insertion: number, earlier: earlier))
    files?.abandon(.init(row: number, isNew: true, property: 0))
    rows.kept.insert(number)
    try merge(batch, row, into: taken.key)
    return true
  }
}
