import CoreDataFormat
import SQLCore

// Inserted rows that replace existing rows, or are replaced by them, with few statements for many
// rows.

extension InsertPhase {
  /// An inserted row, and the existing row that has its unique values.
  private struct Merge {
    let row: PlannedRow
    let match: UniqueMatch.Match
  }

  /// Merges inserted rows into the existing rows that have their unique values.
  ///
  /// - Parameters:
  ///   - left: Rows that could not be inserted.
  ///   - entity: Their entity, which has one constraint.
  /// - Returns: The rows to insert one by one: those whose values other rows of the save have too.
  /// - Throws: `TakenValues` if a row must not be merged; what the store throws.
  mutating func mergeTogether(
    _ left: [PlannedRow], of entity: RecordEntity
  ) throws -> [PlannedRow] {
    guard let found = try matches(of: left, entity) else { return left }
    let uses = Self.uses(found)
    let isMerged = found.map { $0.count == 1 && uses[$0[0].key] == 1 }
    let merges = left.indices.filter { isMerged[$0] }
      .map { Merge(row: left[$0], match: found[$0][0]) }
    guard try merge(merges, of: entity) else { return left }
    return left.indices.filter { !isMerged[$0] }.map { left[$0] }
  }

  /// Merges rows, and inserts those whose unique values no existing row has.
  ///
  /// - Parameters:
  ///   - all: Rows of which none is inserted.
  ///   - entity: Their entity, which has several constraints, or shares its table.
  ///   - statement: Inserts many rows.
  /// - Returns: The rows to insert one by one; all of them if merging one could free or claim values
  ///   of others.
  /// - Throws: `TakenValues` if a row must not be merged; what the store throws.
  mutating func mergeOrInsert(
    _ all: [PlannedRow], of entity: RecordEntity, with statement: any RowsStatement
  ) throws -> [PlannedRow] {
    guard let found = try matches(of: all, entity),
      found.allSatisfy({ $0.count <= 1 }), Self.uses(found).values.allSatisfy({ $0 == 1 }),
      try !uniqueMatches(of: all, entity).haveEqualValues()
    else { return all }
    let merges = all.indices.filter { !found[$0].isEmpty }
      .map { Merge(row: all[$0], match: found[$0][0]) }
    guard try merge(merges, of: entity) else { return all }
    return try insert(
      all.indices.filter { found[$0].isEmpty }.map { all[$0] }, of: entity, with: statement)
  }

  /// Returns how many rows each existing row matches.
  private static func uses(_ found: [[UniqueMatch.Match]]) -> [Int64: Int] {
    found.joined().reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
  }

  private func uniqueMatches(of rows: [PlannedRow], _ entity: RecordEntity) -> UniqueMatches {
    UniqueMatches(
      entity: entity, groups: entity.uniqueness, rows: rows, keys: self.rows.keys,
      session: session, memberships: history == nil ? [] : entity.memberships)
  }

  /// Returns the matches of rows; nil if they have to be found row by row.
  private func matches(
    of rows: [PlannedRow], _ entity: RecordEntity
  ) throws -> [[UniqueMatch.Match]]? {
    // Joining with a foreign table makes the server fetch and lock all of its rows.
    guard rows.count >= RowBatch.leastSharedRows, entity.table.shardKey == nil else { return nil }
    let found = try uniqueMatches(of: rows, entity).matches()
    // The values of a row that is still to be deleted would be lost with it.
    if rules.mayRetainRows, found?.joined().contains(where: { isDeleted($0.key, entity) }) == true {
      return nil
    }
    return found
  }

  /// Writes the values of inserted rows into existing ones, or keeps the existing ones.
  ///
  /// - Returns: False if nothing was written, because the database cannot write many rows at once.
  private mutating func merge(_ merges: [Merge], of entity: RecordEntity) throws -> Bool {
    guard !merges.isEmpty else { return true }
    var replacing: [Merge] = []
    for merge in merges {
      let (batch, row) = (merge.row.batch, merge.row.row)
      switch plan.insertions.policy(of: merge.row.number) {
      case .upsert: replacing.append(merge)
      case .keepExisting: break
      case .fail: _ = try keepExisting(batch, row)
      }
    }
    let statement = replacing.isEmpty ? nil : try session.updateRows(entity, .all)
    guard statement != nil || replacing.isEmpty else { return false }
    defer { statement?.clear() }
    for merge in merges { try keepValues(merge, entity) }
    if !entity.isAlone {
      try recordFormerMembers(of: merges.map { ($0.row.batch.keys[$0.row.row], $0.match.key) })
    }
    if let statement { try replace(replacing, of: entity, with: statement) }
    if !entity.isAlone { try redirect(merges, entity) }
    for merge in merges { noteMerged(merge.row.batch, merge.row.row, into: merge.match.key) }
    return true
  }

  /// Keeps the values of an existing row, and records which of the two rows stays.
  private mutating func keepValues(_ merge: Merge, _ entity: RecordEntity) throws {
    let (batch, row, number) = (merge.row.batch, merge.row.row, merge.row.number)
    if let keeper = task.keeper {
      try keeper.keepValues(
        of: .replaced(
          key: merge.match.key, entity, insertion: number,
          earlier: earlierRow(merge.match.key, batch, number)))
    }
    if plan.insertions.policy(of: number) == .keepExisting {
      rows.kept.insert(number)
    } else {
      recordLeft(merge.match, history == nil ? [] : entity.memberships, batch, row)
    }
  }

  private mutating func replace(
    _ merges: [Merge], of entity: RecordEntity, with statement: any RowsStatement
  ) throws {
    let key = session.updatePlan(entity, .all).key
    var start = 0
    for (index, merge) in merges.enumerated() {
      try rows.keys.bind(merge.row.batch, merge.row.row, to: statement, from: 1)
      statement.bind(merge.match.key, key)
      statement.endRow()
      guard statement.isFull || index == merges.count - 1 else { continue }
      if statement.needsSingleRows {
        statement.clear()
        for merge in merges[start...index] { try replace(merge, of: entity) }
      } else {
        try checkBound(statement, merge.row.batch, from: 1)
        try statement.write()
        guard statement.changedRowCount == index + 1 - start else { throw conflict(entity) }
      }
      start = index + 1
    }
  }

  private mutating func replace(_ merge: Merge, of entity: RecordEntity) throws {
    let (batch, row) = (merge.row.batch, merge.row.row)
    guard try update.write(batch, row, key: merge.match.key, isNew: true, rows.keys) else {
      throw conflict(entity)
    }
  }

  /// Redirects rows that point to inserted rows to the existing rows that these were merged into.
  private func redirect(_ merges: [Merge], _ entity: RecordEntity) throws {
    for relationship in entity.incoming {
      guard let column = relationship.foreignKey, mayPoint(relationship) else { continue }
      let (table, name) = (relationship.owner.statements.table, session.quoted(column))
      let isLocal = relationship.owner.table.shardKey == nil
      let statement =
        try !isLocal
        ? nil
        : session.connection.rowsStatement(
          like: "SELECT 1 FROM \(table) WHERE \(name) = ? AND \(name) = ?", [1, 2]
        ) { values, rows in
          "UPDATE \(table) SET \(name) = \(values[1]) FROM \(rows) WHERE \(table).\(name) = \(values[0])"
        }
      for merge in merges {
        let new = rows.keys.all[merge.row.number]
        guard let statement else {
          try redirect(new, to: merge.match.key, entity)
          continue
        }
        statement.bind(new, 1)
        statement.bind(merge.match.key, 2)
        statement.endRow()
      }
      try statement?.write()
      statement?.clear()
    }
  }

  /// Whether rows of this save may have been written already that point to its inserted rows.
  private func mayPoint(_ relationship: RecordRelationship) -> Bool {
    let tree = relationship.owner.treeIndex
    return rules.postpones
      || (plan.inserted + plan.changed).contains { $0.entity.treeIndex == tree }
  }
}
