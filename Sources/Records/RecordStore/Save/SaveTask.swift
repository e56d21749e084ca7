import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// What the phases of a save share: the plan, and the parts of the store that they read and write.
final class SaveTask {
  let plan: SavePlan
  let session: RecordSession
  /// The external files that the save creates and deletes; nil if all values are stored in rows.
  let files: ExternalChanges?
  /// Keeps values that the save would lose; nil if nobody needs them.
  let keeper: (any ValueKeeper)?
  /// The delete rules of this save, which collect what they deleted and unlinked.
  let rules: DeletionRules
  /// Nil if the store keeps no history.
  let history: (any HistoryWriter)?

  init(
    _ plan: SavePlan, _ session: RecordSession, _ files: ExternalChanges?,
    _ keeper: (any ValueKeeper)?
  ) {
    (self.plan, self.session, self.files, self.keeper) = (plan, session, files, keeper)
    rules = DeletionRules(
      session, files, keeper: keeper, nullifiesAlone: plan.nullifiesAlone)
    history = session.store.historyWriter(
      for: session, author: plan.author, expecting: plan.rowCount)
    rules.history = history
    rules.written = { tree in
      plan.changed.reduce(into: []) { keys, batch in
        if batch.entity.treeIndex == tree { keys.formUnion(batch.keys) }
      }
    }
  }
}

/// A row of a store, whatever its entity within the tree.
struct RowPlace: Hashable {
  let tree: Int
  let key: Int64
}

/// A phase of a save.
protocol SavePhase {
  var task: SaveTask { get }
}

extension SavePhase {
  var plan: SavePlan { task.plan }
  var session: RecordSession { task.session }
  var files: ExternalChanges? { task.files }
  var rules: DeletionRules { task.rules }
  var history: (any HistoryWriter)? { task.history }
  /// The columns that identify a row.
  var id: RowIdentity { task.session.identity }

  /// Whether the save has deleted a row.
  func isDeleted(_ key: Int64, _ entity: RecordEntity) -> Bool {
    rules.deleted[entity.treeIndex]?.contains(key) ?? false
  }

  /// Returns the targets of rows that have one, for a relationship stored in a column.
  func targets(
    of keys: [Int64], _ relationship: RecordRelationship
  ) throws -> [Int64: Int64] {
    guard let column = relationship.foreignKey else { return [:] }
    let pairs = try session.pairs(
      relationship.owner.table.table, id.key, column, keys.sorted())
    return Dictionary(pairs.map { ($0.owner, $0.member) }, uniquingKeysWith: { $1 })
  }

  /// Deletes a row whose unique values another row claims; returns the deleted rows.
  func deleteReplaced(_ key: Int64, _ entity: RecordEntity) throws -> [SaveOutcome.Rows] {
    let parts = try entity.sharesTable ? session.parts([key], entity.root) : [(entity, [key])]
    for part in parts { try deleteReplaced(part) }
    return parts
  }

  func deleteReplaced(_ rows: SaveOutcome.Rows) throws {
    try rules.delete(rows.keys, rows.entity)
    // Its unique values must be free now, and postponed rows are only deleted when rules are
    // applied.
    if rules.postpones { try rules.applyAhead() }
  }

  /// The error for a unique value that conflicts although no constraint of the entity explains it.
  func conflict(_ entity: RecordEntity) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      "The store \(session.store.path) refused a change: another row has one of the unique values.",
      entity: entity.name, advice: "Give the changed models values that no other model has.")
  }
}

// The stored order of members.

extension SavePhase {
  /// Whether an order has to be stored.
  func needsOrder(_ members: [Int64], _ relationship: RecordRelationship) throws -> Bool {
    if relationship.memberPosition != nil || !MemberOrder.isAscending(members) { return true }
    return try session.hasMemberOrder
  }

  /// Returns the keys of several rows' members in their order; executes one statement.
  func orderedMembers(
    of owners: [Int64], _ relationship: RecordRelationship
  ) throws -> [Int64: [Int64]] {
    let sorted = Set(owners).sorted()
    return try MemberQuery.read(relationship, of: sorted, .keys, session) { statement in
      var members: [Int64: [Int64]] = [:]
      while try statement.step() {
        members[statement.row.int64(1), default: []].append(statement.row.int64(0))
      }
      return members
    }
  }

  /// Returns the keys of a row's members in their order; executes one statement.
  func orderedMembers(of owner: Int64, _ relationship: RecordRelationship) throws -> [Int64] {
    try orderedMembers(of: [owner], relationship)[owner] ?? []
  }
}
