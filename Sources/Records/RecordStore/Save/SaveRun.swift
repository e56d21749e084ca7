import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// Executes a plan on a store, within a transaction that the caller begins and ends.
///
/// A save consists of these phases. Each takes the plan and the values that earlier phases returned.
/// 1. Check (`check`): throws if the plan writes what the store cannot contain.
/// 2. Allocate keys (`RowKeys`): plan → a key for each inserted row, before any row refers to one.
/// 3. Read former rows (`FormerRows`): plan → owners and targets of changed rows, which later
///    phases compare with the new ones.
/// 4. Delete (`delete`): plan, keys → rows in `DeletionRules`, which reads what its rules need.
///    Deletions come first, so that inserted rows can claim their unique values. If the database's
///    foreign keys act by themselves or are checked after each statement, the rules are applied now
///    (`LinkPhase.runAhead`), and `ForeignKeyPhase` finds deleted rows that others refer to.
/// 5. Update (`UpdatePhase`): plan, keys → `UpdatedRows`: missing rows, and rows whose unique
///    values were claimed.
/// 6. Insert (`InsertPhase`): plan, keys, updated rows → `WrittenRows`. Upserts change keys here,
///    and nowhere else. `ForeignKeyPhase` writes foreign keys that had to wait for these rows.
/// 7. Link (`LinkPhase`): plan, written rows → broken links.
/// 8. Apply delete rules (`DeletionRules.apply`): the store now contains everything that they
///    check.
/// 9. Resolve conflicts (`ConflictPhase`): written rows → more broken links.
/// 10. Check targets and write entity numbers (`TargetPhase`): written rows.
/// 11. Order members (`OrderPhase`): written rows, former rows, broken links → `MemberChanges`.
/// 12. Check counts (`TargetPhase.checkCounts`): written rows.
/// 13. Write the history (`HistoryPhase`): written rows, member changes → the transaction's number.
struct SaveRun: SavePhase {
  let task: SaveTask

  init(
    _ plan: SavePlan, _ session: RecordSession, _ files: ExternalChanges?,
    _ keeper: (any ValueKeeper)?
  ) {
    task = SaveTask(plan, session, files, keeper)
  }

  /// Writes everything.
  ///
  /// - Returns: The outcome.
  /// - Throws: `SwiftDataError` that explains what cannot be written; the caller must roll back.
  func perform() throws -> SaveOutcome {
    try check()
    let keys = try RowKeys(of: plan.inserted, session)
    for block in keys.blocks { history?.newKeys[block.entity.treeIndex] = block.keys }
    let former = try FormerRows(task)
    try delete(keys)
    var broken = rules.postpones ? try LinkPhase.runAhead(task, keys) : []
    broken.formUnion(try ForeignKeyPhase.findAbsent(task, keys))
    let updated = try UpdatePhase.run(task, keys)
    let rows = try InsertPhase.run(task, consume keys, updated)
    try ForeignKeyPhase.writeLate(task, rows)
    broken.formUnion(try LinkPhase.run(task, rows, without: broken))
    try rules.apply()
    broken.formUnion(try ConflictPhase.run(task, rows))
    let targets = TargetPhase(task: task, rows: rows)
    try targets.run()
    let members = try OrderPhase.run(task, rows, former, broken)
    try targets.checkCounts()
    let transaction = try HistoryPhase(task, rows, members).run()
    return outcome(rows, broken, members, transaction)
  }

  private func delete(_ keys: RowKeys) throws {
    for deletion in plan.deletionOrder {
      try rules.delete(deletion.keys, deletion.entity) { relationship in
        (deletion.changedTargets[relationship.number] ?? [:]).mapValues { keys.stored($0) ?? 0 }
      }
    }
  }

  private func outcome(
    _ rows: WrittenRows, _ broken: Set<Int>, _ members: MemberChanges, _ transaction: Int64?
  ) -> SaveOutcome {
    var outcome = SaveOutcome()
    (outcome.keys, outcome.newKeys) = (rows.keys.all, rows.keys.byPlanKey)
    (outcome.upserted, outcome.replaced) = (rows.upserted, rows.updated.replaced)
    outcome.kept = rows.kept
    (outcome.missing, outcome.broken) = (rows.updated.missing, broken)
    (outcome.deleted, outcome.cascaded) = (rules.deleted, rules.cascaded)
    (outcome.nullified, outcome.parted) = (rules.nullified, rules.parted)
    (outcome.reordered, outcome.transaction) = (members.reordered, transaction)
    return outcome
  }
}
