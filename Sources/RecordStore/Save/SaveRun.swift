import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Carries out a plan on a store, within a transaction that somebody else begins and ends.
///
/// Deletions come first, so that an insertion may take over a unique value; their rules come last, when
/// the store holds all that is to be judged.
final class SaveRun {
  let session: RecordSession
  let plan: SavePlan
  /// The files that the save makes and gives up; nil where all values stand in rows.
  let files: ExternalChanges?
  let witness: (any SaveWitness)?
  /// The delete rules at work.
  let rules: DeletionRules
  /// Nil where the store keeps no history.
  let history: (any HistoryWriter)?
  /// What is known of the outcome so far.
  var outcome = SaveOutcome()
  /// The keys that were taken for inserted rows, by entity tree.
  private(set) var keyBlocks: [KeyAllocator.Block] = []
  /// The changed rows that are there no more.
  var missingRows: Set<RowPlace> = []
  /// How far the changed rows were written: the batch, and the row in it that comes next.
  var progress = (batch: 0, row: 0)

  /// The UPDATE of a batch.
  struct Updating {
    let batch: RowBatch
    let statement: any PreparedStatement
    let writer: any ParameterWriter
    /// The parameter of the key.
    let key: Int
  }

  @exclusivity(unchecked) var updating: Updating?

  /// Whom changed rows were related to by relationships in which members have positions.
  var formerTargets: [FormerTargets] = []
  /// Rows of which nothing but their positions was changed.
  var repositioned: [(relationship: RecordRelationship, keys: [Int64])] = []

  /// The numbers of the inserted rows by the keys that were taken for them.
  ///
  /// Made when a row first meets another of the same save.
  private(set) lazy var insertedRows: [RowPlace: Int] = {
    var rows: [RowPlace: Int] = [:]
    for batch in plan.inserted {
      for number in batch.firstRow..<(batch.firstRow + batch.count) {
        let place = RowPlace(tree: batch.entity.treeIndex, key: outcome.keys[number])
        // A row that met another one has its key by now, and comes behind it.
        if rows[place] == nil { rows[place] = number }
      }
    }
    return rows
  }()
  /// The changed rows by their keys: the batch, and the row in it.
  ///
  /// Made when a row is first looked for among them.
  private(set) lazy var changedRows: [RowPlace: (batch: Int, row: Int)] = {
    var rows: [RowPlace: (batch: Int, row: Int)] = [:]
    for (number, batch) in plan.changed.enumerated() {
      for (row, key) in batch.keys.enumerated() {
        rows[RowPlace(tree: batch.entity.treeIndex, key: key)] = (number, row)
      }
    }
    return rows
  }()

  /// The members that a row had when an inserted row became it, by the list's number in the plan.
  var formerMembers: [Int: Set<Int64>] = [:]
  /// The lists of such rows that needed no order when the rows were found.
  var unorderedLists: Set<Int> = []
  /// The owners that changed rows had, by the relationship that leads to them; none in a store without history.
  var formerOwners: [Int: [Int64: Int64]] = [:]
  /// The numbers of the lists of members in the plan, by their owners.
  private(set) lazy var listsByOwner: [Int64: [Int]] = {
    var lists: [Int64: [Int]] = [:]
    for (number, list) in plan.members.enumerated() where list.owner < 0 {
      lists[list.owner, default: []].append(number)
    }
    return lists
  }()
  /// The rows that inserted ones became, known when all are inserted.
  private(set) lazy var replacedRows = Set(
    upsertedRows.map { RowPlace(tree: $0.batch.entity.treeIndex, key: $0.key) })

  /// A row of a store, whichever entity of a tree it is of.
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
  /// - Returns: What came of it.
  /// - Throws: `SwiftDataError` that says what cannot be written; the transaction is to be rolled back.
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

  /// Takes a key for every inserted row, before any row points at one.
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

  /// The columns by which each row tells what it is.
  var id: RowIdentity { session.identity }

  /// The key of a row that the plan names; nil for one that is not written.
  func stored(_ key: Int64) -> Int64? { key < 0 ? outcome.newKeys[key] : key }

  /// Whether the save has deleted a row.
  func isDeleted(_ key: Int64, _ entity: RecordEntity) -> Bool {
    rules.deleted[entity.treeIndex]?.contains(key) ?? false
  }

  /// Whether somebody else has deleted a row that was to be changed.
  func isMissing(_ key: Int64, _ entity: RecordEntity) -> Bool {
    !missingRows.isEmpty && missingRows.contains(RowPlace(tree: entity.treeIndex, key: key))
  }

  /// The rows that took over the values of inserted ones: their keys, and which these are.
  var upsertedRows: [(key: Int64, batch: RowBatch, row: Int)] {
    guard !outcome.upserted.isEmpty else { return [] }
    return plan.inserted.flatMap { batch in
      (0..<batch.count).filter { outcome.upserted.contains(batch.firstRow + $0) }
        .map { (outcome.keys[batch.firstRow + $0], batch, $0) }
    }
  }
}
