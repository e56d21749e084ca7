import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Inserts new rows, or writes their values into existing rows with the same unique values.
struct InsertPhase: WrittenRowsPhase {
  let task: SaveTask
  var rows: WrittenRows
  var update: RowUpdateStatement
  /// The indices of the inserted rows, by the keys allocated for them.
  ///
  /// Computed when two rows of the save first conflict.
  private lazy var insertedRows = makeInsertedRows()
  private lazy var listsByOwner = plan.listsByOwner

  private init(_ task: SaveTask, _ rows: WrittenRows) {
    (self.task, self.rows) = (task, rows)
    update = RowUpdateStatement(task: task)
  }

  /// Inserts the rows in their order.
  ///
  /// - Parameters:
  ///   - task: The save.
  ///   - keys: The keys of the rows.
  ///   - updated: The changed rows, which are written before.
  /// - Returns: All written rows, with the keys that inserted rows got in the end.
  /// - Throws: `SwiftDataError` that explains what cannot be written.
  static func run(
    _ task: SaveTask, _ keys: consuming RowKeys, _ updated: UpdatedRows
  ) throws -> WrittenRows {
    var phase = InsertPhase(task, WrittenRows(keys: keys, updated: updated))
    try phase.insert()
    return phase.rows
  }

  private mutating func insert() throws {
    defer { update.end() }
    guard session.connection is any RowsWriting else {
      for batch in plan.inserted { try insert(0..<batch.count, of: batch) }
      return
    }
    for batches in plan.insertionGroups {
      defer { for batch in batches { rows.keys.unreferable?.waiting.subtract(batch.keys) } }
      guard let left = try insertTogether(batches) else {
        for batch in batches { try insert(0..<batch.count, of: batch) }
        continue
      }
      for row in left { try insert(CollectionOfOne(row.row), of: row.batch) }
    }
  }

  /// Inserts rows of a batch one by one.
  private mutating func insert(_ range: some Sequence<Int>, of batch: RowBatch) throws {
    let statement = try session.connection.prepare(batch.entity.statements.insert)
    let writer = statement.parameters
    defer {
      statement.reset()
      writer.clear()
    }
    writer.bind(Int64(batch.entity.table.entityNumber), 2)
    writer.bind(1 as Int64, 3)
    for row in range {
      if try !insert(batch, row, with: statement, writer), try !keepExisting(batch, row) {
        try upsert(batch, row, statement, writer)
      }
    }
  }

  /// Inserts one row; returns false if another row has one of its unique values.
  private func insert(
    _ batch: RowBatch, _ row: Int, with statement: any PreparedStatement,
    _ writer: any ParameterWriter
  ) throws -> Bool {
    let number = batch.firstRow + row
    writer.bind(rows.keys.all[number], 1)
    try rows.keys.bind(
      batch, row, to: writer, from: EntityStatements.firstValue, newRow(number, of: batch.entity))
    try checkBound(writer, batch, from: EntityStatements.firstValue)
    _ = try statement.step()
    let isInserted = batch.entity.uniqueness.isEmpty || statement.changedRowCount > 0
    statement.reset()
    return isInserted
  }

  private func newRow(_ number: Int, of entity: RecordEntity) -> ExternalRow? {
    guard entity.external != nil, let files else { return nil }
    return ExternalRow(
      changes: files, owner: .init(row: number, isNew: true, property: 0), current: [])
  }

  /// Writes the values of an inserted row into the existing row that has its unique values.
  private mutating func upsert(
    _ batch: RowBatch, _ row: Int, _ statement: any PreparedStatement,
    _ writer: any ParameterWriter
  ) throws {
    let number = batch.firstRow + row
    let memberships = history == nil ? [] : batch.entity.memberships
    let found = try UniqueMatch(
      batch, row, rows.keys, session, memberships: memberships
    ).matches()
    var matches = found.map(\.key)
    if batch.entity.sharesTable { try deleteOthers(&matches, batch.entity) }
    if rules.mayRetainRows {
      // Their values would be lost when they are deleted; inserting the row reports the conflict.
      matches.removeAll { isDeleted($0, batch.entity) }
    }
    guard let survivor = matches.first else {
      // The row that had the values may be deleted by now, or have claimed those of another row.
      guard try insert(batch, row, with: statement, writer) else { throw conflict(batch.entity) }
      return
    }
    if let keeper = task.keeper {
      try keeper.keepValues(
        of: .replaced(
          key: survivor, batch.entity, insertion: number,
          earlier: earlierRow(survivor, batch, number)))
    }
    // Rows that match the new one in other constraints would still conflict.
    for other in matches.dropFirst() {
      rows.updated.replaced += try deleteReplaced(other, batch.entity)
    }
    for match in found where match.key == survivor {
      recordLeft(match, memberships, batch, row)
    }
    guard try update.write(batch, row, key: survivor, isNew: true, rows.keys) else {
      throw conflict(batch.entity)
    }
    try merge(batch, row, into: survivor)
  }

  /// Lets an existing row stand for an inserted one.
  mutating func merge(_ batch: RowBatch, _ row: Int, into survivor: Int64) throws {
    let number = batch.firstRow + row
    if !batch.entity.isAlone {
      try recordFormerMembers(of: [(batch.keys[row], survivor)])
      try redirect(rows.keys.all[number], to: survivor, batch.entity)
    }
    noteMerged(batch, row, into: survivor)
  }

  mutating func noteMerged(_ batch: RowBatch, _ row: Int, into survivor: Int64) {
    let number = batch.firstRow + row
    rows.upserted.insert(number)
    if !batch.entity.isAlone { rows.keys.byPlanKey[batch.keys[row]] = survivor }
    rows.keys.all[number] = survivor
  }

  /// Deletes rows of other entities that have the unique values of an inserted row, because a row
  /// cannot change its entity.
  ///
  /// - Parameters:
  ///   - matches: The rows that have such values; on return only those of the entity.
  ///   - entity: The entity of the inserted row.
  /// - Throws: What the store throws.
  private mutating func deleteOthers(_ matches: inout [Int64], _ entity: RecordEntity) throws {
    var own: [Int64] = []
    for part in try session.parts(matches, entity.root) {
      if part.entity === entity {
        own = part.keys
      } else {
        try deleteReplaced(part)
        rows.updated.replaced.append(part)
      }
    }
    matches = own
  }

  /// Returns the index of the inserted row that created `key` before row `number`, if any.
  mutating func earlierRow(_ key: Int64, _ batch: RowBatch, _ number: Int) -> Int? {
    guard
      rows.keys.blocks.contains(where: {
        $0.entity.treeIndex == batch.entity.treeIndex && $0.keys.contains(key)
      })
    else { return nil }
    let place = RowPlace(tree: batch.entity.treeIndex, key: key)
    return insertedRows[place].flatMap { $0 < number ? $0 : nil }
  }

  /// Redirects rows that point to an inserted row to the existing row that it was merged into.
  func redirect(_ key: Int64, to survivor: Int64, _ entity: RecordEntity) throws {
    for relationship in entity.incoming {
      guard let column = relationship.foreignKey else { continue }
      let name = session.quoted(column)
      try session.connection.run(
        "UPDATE \(relationship.owner.statements.table) SET \(name) = ? WHERE \(name) = ?",
        [.integer(survivor), .integer(key)])
    }
  }

  private func makeInsertedRows() -> [RowPlace: Int] {
    var indices: [RowPlace: Int] = [:]
    for batch in plan.inserted {
      for number in batch.firstRow..<(batch.firstRow + batch.count) {
        let place = RowPlace(tree: batch.entity.treeIndex, key: rows.keys.all[number])
        // A row that was merged into an earlier one has that row's key by now, and follows it.
        if indices[place] == nil { indices[place] = number }
      }
    }
    return indices
  }

  /// Records the members of existing rows that inserted rows are about to replace.
  ///
  /// Executes one statement for each relationship with members in the inserted rows, unless the store
  /// has no member order.
  ///
  /// - Parameter merges: The keys of the inserted rows in the plan, and those of the existing ones.
  /// - Throws: What the store throws.
  mutating func recordFormerMembers(of merges: [(new: Int64, survivor: Int64)]) throws {
    var owners: [Int: (relationship: RecordRelationship, lists: [(number: Int, owner: Int64)])] =
      [:]
    for merge in merges {
      for number in listsByOwner[merge.new] ?? [] {
        let list = plan.members[number]
        guard !list.members.isEmpty else { continue }
        let known = list.members.compactMap(rows.keys.stored)
        // The positions of members without keys are not known yet.
        let isOpen = !known.isEmpty && known.count < list.members.count
        guard try isOpen || needsOrder(known, list.relationship) else {
          rows.unorderedLists.insert(number)
          continue
        }
        owners[list.relationship.number, default: (list.relationship, [])].lists
          .append((number, merge.survivor))
      }
    }
    for (relationship, lists) in owners.values {
      let members = try orderedMembers(of: lists.map(\.owner), relationship)
      for (number, owner) in lists { rows.formerMembers[number] = Set(members[owner] ?? []) }
    }
  }
}
