import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Executes a plan on a store, within a transaction that the caller begins and ends.
///
/// Deletions come first, so that inserted rows can claim their unique values. Delete rules come
/// last, when the store contains everything that they have to check.
final class SaveRun {
  let session: RecordSession
  let plan: SavePlan
  /// The external files that the save creates and deletes; nil if all values are stored in rows.
  let files: ExternalChanges?
  let witness: (any SaveWitness)?
  /// The delete rules of this save.
  let rules: DeletionRules
  /// Nil if the store keeps no history.
  let history: (any HistoryWriter)?
  /// The outcome so far.
  var outcome = SaveOutcome()
  /// The keys allocated for inserted rows, by entity tree.
  private(set) var keyBlocks: [KeyAllocator.Block] = []
  /// The changed rows that others had deleted.
  var missingRows: Set<RowPlace> = []
  /// The progress of the updates: the index of the batch, and of the next row in it.
  var progress = (batch: 0, row: 0)

  /// The UPDATE of a batch.
  struct Updating {
    let batch: RowBatch
    let statement: any PreparedStatement
    let writer: any ParameterWriter
    /// The index of the parameter for the key.
    let key: Int
  }

  @exclusivity(unchecked) var updating: Updating?

  /// The former targets of changed rows, for relationships whose members have positions.
  var formerTargets: [FormerTargets] = []
  /// Rows whose only change is their position.
  var repositioned: [(relationship: RecordRelationship, keys: [Int64])] = []

  /// The indices of the inserted rows, by the keys allocated for them.
  ///
  /// Computed when two rows of the save first conflict.
  private(set) lazy var insertedRows: [RowPlace: Int] = {
    var rows: [RowPlace: Int] = [:]
    for batch in plan.inserted {
      for number in batch.firstRow..<(batch.firstRow + batch.count) {
        let place = RowPlace(tree: batch.entity.treeIndex, key: outcome.keys[number])
        // A row that was merged into an earlier one has that row's key by now, and follows it.
        if rows[place] == nil { rows[place] = number }
      }
    }
    return rows
  }()
  /// The changed rows by their keys: the index of the batch, and of the row in it.
  ///
  /// Computed on first use.
  private(set) lazy var changedRows: [RowPlace: (batch: Int, row: Int)] = {
    var rows: [RowPlace: (batch: Int, row: Int)] = [:]
    for (number, batch) in plan.changed.enumerated() {
      for (row, key) in batch.keys.enumerated() {
        rows[RowPlace(tree: batch.entity.treeIndex, key: key)] = (number, row)
      }
    }
    return rows
  }()

  /// The members of a row before an inserted row replaced it, by the index of the list in the plan.
  var formerMembers: [Int: Set<Int64>] = [:]
  /// The lists of such rows that needed no order when the rows were found.
  var unorderedLists: Set<Int> = []
  /// The former owners of changed rows, by relationship number; empty if the store keeps no
  /// history.
  var formerOwners: [Int: [Int64: Int64]] = [:]
  /// The indices of the member lists of inserted rows, by owner.
  private(set) lazy var listsByOwner: [Int64: [Int]] = {
    var lists: [Int64: [Int]] = [:]
    for (number, list) in plan.members.enumerated() where list.owner < 0 {
      lists[list.owner, default: []].append(number)
    }
    return lists
  }()
  /// The existing rows that inserted rows replaced; complete when all rows are inserted.
  private(set) lazy var replacedRows = Set(
    upsertedRows.map { RowPlace(tree: $0.batch.entity.treeIndex, key: $0.key) })

  /// A row of a store, whatever its entity within the tree.
  struct RowPlace: Hashable {
    let tree: Int
    let key: Int64
  }

  init(
    _ plan: SavePlan, _ session: RecordSession, _ files: ExternalChanges?,
    witness: (any SaveWitness)?
  ) {
    self.plan = plan
    self.session = session
    self.files = files
    self.witness = witness
    rules = DeletionRules(
      session, files, witness: witness, nullifiesAlone: plan.nullifiesAlone)
    history = session.store.historyWriter(
      for: session, author: plan.author, expecting: plan.rowCount)
    rules.history = history
    rules.written = { tree in
      plan.changed.reduce(into: []) { keys, batch in
        if batch.entity.treeIndex == tree { keys.formUnion(batch.keys) }
      }
    }
  }

  /// Writes everything.
  ///
  /// - Returns: The outcome.
  /// - Throws: `SwiftDataError` that explains what cannot be written; the caller must roll back.
  func perform() throws -> SaveOutcome {
    defer { endUpdating() }
    try checkShardKeys()
    try checkAbstract()
    try assignKeys()
    try noteFormerTargets()
    try noteFormerOwners()
    try delete()
    if rules.postpones { try applyRulesAhead() }
    try update()
    try insert()
    try writeLinks()
    try rules.apply()
    try settleUpserted()
    if session.mayConflict { try settleConflicts() }
    try checkNeeds()
    try writeEntityNumbers()
    try settlePositions()
    try writeOrder()
    try checkCounts()
    try raiseBereft()
    try writeHistory()
    (outcome.deleted, outcome.cascaded) = (rules.deleted, rules.cascaded)
    (outcome.nullified, outcome.parted) = (rules.nullified, rules.parted)
    return outcome
  }

  /// Allocates a key for each inserted row, before any row refers to one.
  private func assignKeys() throws {
    var allocator = try KeyAllocator(for: plan.inserted, session)
    keyBlocks = allocator.blocks
    for block in keyBlocks {
      history?.newKeys[block.entity.treeIndex] = block.keys
    }
    for batch in plan.inserted {
      for key in batch.keys {
        let new = allocator.next(for: batch.entity)
        outcome.keys.append(new)
        if !batch.entity.isAlone { outcome.newKeys[key] = new }
      }
    }
  }

  private func delete() throws {
    for deletion in plan.deleted {
      try rules.delete(deletion.keys, deletion.entity) { relationship in
        (deletion.changedTargets[relationship.number] ?? [:]).mapValues { stored($0) ?? 0 }
      }
    }
  }

  /// The columns that identify a row.
  var id: RowIdentity { session.identity }

  /// Returns the stored key of a row that the plan refers to; nil if the row is not written.
  func stored(_ key: Int64) -> Int64? { key < 0 ? outcome.newKeys[key] : key }

  /// Whether the save has deleted a row.
  func isDeleted(_ key: Int64, _ entity: RecordEntity) -> Bool {
    rules.deleted[entity.treeIndex]?.contains(key) ?? false
  }

  /// Whether others have deleted a row that the save changes.
  func isMissing(_ key: Int64, _ entity: RecordEntity) -> Bool {
    !missingRows.isEmpty && missingRows.contains(RowPlace(tree: entity.treeIndex, key: key))
  }

  /// The existing rows that inserted rows replaced: their keys, and the inserted rows.
  var upsertedRows: [(key: Int64, batch: RowBatch, row: Int)] {
    guard !outcome.upserted.isEmpty else { return [] }
    return plan.inserted.flatMap { batch in
      (0..<batch.count).filter { outcome.upserted.contains(batch.firstRow + $0) }
        .map { (outcome.keys[batch.firstRow + $0], batch, $0) }
    }
  }
}
