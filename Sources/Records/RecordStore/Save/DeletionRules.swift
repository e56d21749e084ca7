import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// Carries out a delete plan in the store, within the transaction of a save.
///
/// Executes one statement for each relationship of a level.
package final class DeletionRules {
  package typealias Rows = DeletePlan<RecordEntity>.Rows
  package typealias Pairs = RecordSession.Pairs

  package let session: RecordSession
  /// Keeps the values of rows before they are deleted.
  private let keeper: (any ValueKeeper)?
  /// The deleted rows, and what happens to those related to them.
  private(set) var plan: DeletePlan<RecordEntity>
  /// Rows to delete after the rules are applied.
  ///
  /// Otherwise the database's own foreign key actions would remove what the rules look for.
  private var postponed: [Rows] = []
  /// Whether deletions are postponed until the rules are applied.
  let postpones: Bool
  /// Whether postponed rows may have to stay until everything else is written, because the database
  /// checks foreign keys after each statement.
  let mayRetainRows: Bool
  /// Rows that keep a required target until they get another one, which is not inserted yet; by
  /// relationship number.
  private var moving: [Int: Set<Int64>] = [:]
  /// Rows that a rule deletes because the save relates them to a deleted row, which the database does
  /// not let them refer to.
  private var orphans: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// Rows whose required target was deleted (the members), paired with that target (the owner).
  var bereavedNeeds: [(relationship: RecordRelationship, pairs: Pairs)] = []
  /// Rows whose to-one relationship was cleared because its target was deleted.
  package private(set) var nullified: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// Owners that lost members, paired with these members.
  package private(set) var parted: [(relationship: RecordRelationship, pairs: Pairs)] = []
  /// Owners whose to-many members were deleted or moved, for relationships that are stored only in
  /// the members' foreign keys.
  ///
  /// Collected only if the store keeps a history.
  package private(set) var bereft: [(relationship: RecordRelationship, keys: Set<Int64>)] = []
  /// Targets of the deleted rows' `.cascade` relationships, by relationship number.
  private var targets: [Int: Set<Int64>] = [:]
  /// Deleted rows that may not have members left, by `.deny` relationship.
  var denials: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// Targets of the deleted rows' `.deny` relationships, paired with these rows.
  var deniedTargets: [(relationship: RecordRelationship, pairs: Pairs)] = []

  /// Deleted rows that other rows may require, by the required relationship.
  package var needs: [(relationship: RecordRelationship, keys: [Int64])] = []

  /// The external files of deleted rows; nil if all values are stored in rows.
  private let files: ExternalChanges?
  /// The rows whose versions the save has raised, by entity tree; each is raised once.
  package private(set) var raised: [Int: Set<Int64>] = [:]
  /// Returns the rows of a tree that were written before the rules are applied.
  package var written: (Int) -> Set<Int64> = { _ in [] }

  /// Records the deletions; nil if the store keeps no history.
  package var history: (any HistoryWriter)?

  /// The columns that identify a row.
  var id: RowIdentity { session.identity }
  /// The keys of all deleted rows, by entity tree.
  package var deleted: [Int: Set<Int64>] { plan.deleted }
  /// The rows that a delete rule deleted, not the user.
  package var cascaded: [Rows] { plan.cascaded }

  package init(
    _ session: RecordSession, _ files: ExternalChanges? = nil, keeper: (any ValueKeeper)? = nil,
    nullifiesAlone: Bool = false
  ) {
    plan = DeletePlan(ignoresRules: nullifiesAlone)
    let features = session.connection.features
    mayRetainRows = features.foreignKeysAreImmediate
    postpones = features.foreignKeysAct || mayRetainRows
    self.session = session
    self.files = files
    self.keeper = keeper
  }

  /// Deletes rows, after reading what their delete rules need.
  ///
  /// - Parameters:
  ///   - keys: The rows to delete.
  ///   - entity: The entity of the rows.
  ///   - changedTargets: For a relationship, the targets that the rows were given since the last
  ///     save.
  /// - Throws: What the store throws.
  package func delete(
    _ keys: [Int64], _ entity: RecordEntity,
    changedTargets: (RecordRelationship) -> [Int64: Int64] = { _ in [:] }
  ) throws {
    for part in try session.parts(keys, entity) {
      if part.entity.isAlone {
        try deleteRows(part.keys, part.entity)
      } else {
        let new = plan.delete(part.keys.sorted(), part.entity)
        if !new.isEmpty { try delete((part.entity, new), by: nil, changedTargets) }
      }
    }
  }

  /// Reads what the effects on other rows depend on, then deletes rows.
  private func delete(
    _ rows: Rows, by origin: RecordRelationship?,
    _ changedTargets: (RecordRelationship) -> [Int64: Int64]
  ) throws {
    for (relationship, effect) in effects(of: rows.entity) {
      if effect == .unlinkSources { try captureOwner(relationship, rows.keys) }
      try capture(relationship, effect, rows.keys, changedTargets(relationship))
      // The owner at the other end of `origin` is deleted itself.
      if history != nil, relationship !== origin?.inverse {
        try captureBereft(relationship, rows.keys)
      }
    }
    guard !postpones else { return postponed.append(rows) }
    try deleteRows(rows.keys, rows.entity)
  }

  private func deleteRows(_ keys: [Int64], _ entity: RecordEntity) throws {
    try history?.noteDeletions(of: keys, entity, files)
    if let files {
      for key in keys { try files.retireRow(key, of: entity) }
    }
    if keys.count > 1, session.connection is any RowsWriting {
      // One round trip to the server for all.
      try session.run(
        """
        DELETE FROM \(name: entity.table.table) \
        WHERE \(MemberQuery.isOne(of: keys.sorted(), .name(id.key)))
        """)
      return
    }
    // Sorted keys let the database read and write each page once; consecutive keys share one
    // statement.
    try KeyRanges.forEach(of: keys) { run in
      let isOne = run.lowerBound == run.upperBound
      let text = isOne ? entity.statements.delete : entity.statements.deleteRange
      let statement = try session.connection.prepare(text)
      defer { statement.reset() }
      statement.parameters.bind(run.lowerBound, 1)
      if !isOne { statement.parameters.bind(run.upperBound, 2) }
      _ = try statement.step()
    }
  }

  /// Reads the targets of rows to be deleted, for `.cascade` and `.deny` relationships.
  private func capture(
    _ relationship: RecordRelationship, _ effect: DeleteEffect, _ keys: [Int64],
    _ changed: [Int64: Int64]
  ) throws {
    guard let column = relationship.foreignKey, effect == .delete || effect == .deny else { return }
    var pairs = try session.pairs(relationship.owner.table.table, id.key, column, keys)
    pairs.removeAll { changed[$0.owner] != nil }
    pairs += changed.filter { $0.value > 0 }.map { ($0.key, $0.value) }
    if effect == .deny {
      deniedTargets.append((relationship, pairs))
    } else {
      targets[relationship.number, default: []].formUnion(pairs.map(\.member))
    }
  }

  /// Reads the owners of rows to be deleted, if the inverse is a to-many relationship.
  private func captureBereft(_ relationship: RecordRelationship, _ keys: [Int64]) throws {
    guard let column = relationship.foreignKey, let inverse = relationship.inverse,
      inverse.isToMany
    else { return }
    let owners = try session.keys(
      """
      SELECT DISTINCT \(name: column) FROM \(name: relationship.owner.table.table) \
      WHERE \(MemberQuery.isOne(of: keys, .name(id.key))) AND \(name: column) > 0
      """)
    noteBereft(owners, inverse)
  }

  /// Records owners that lose members, for a relationship stored only in the members' foreign keys.
  func noteBereft(_ keys: some Collection<Int64>, _ relationship: RecordRelationship) {
    guard !keys.isEmpty else { return }
    if let index = bereft.firstIndex(where: { $0.relationship === relationship }) {
      bereft[index].keys.formUnion(keys)
    } else {
      bereft.append((relationship, Set(keys)))
    }
  }

  /// Reads the owners of rows to be deleted, for to-many relationships without an inverse.
  private func captureOwner(_ relationship: RecordRelationship, _ keys: [Int64]) throws {
    guard case .children(let table, let column) = relationship.storage else { return }
    let found = try session.pairs(table, id.key, column, keys)
    if !found.isEmpty { parted.append((relationship, found.map { ($0.member, $0.owner) })) }
  }
}

extension DeletionRules {
  /// Applies the rules of all deleted rows, and of those that the rules delete in turn.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if a rule denies a deletion, or a surviving
  ///   row requires a deleted one.
  package func apply() throws {
    // Rows that were written since rules were applied may point to deleted rows.
    plan.restart()
    denials = []
    needs = []
    moving = [:]
    for (relationship, keys) in orphans {
      try cascade(to: orphaned(keys, relationship), by: relationship)
    }
    orphans = []
    try applyAhead()
    try checkDenials()
    try checkNeeds()
    try deletePostponed()
  }

  /// Applies the rules to the current state of the store, then runs the postponed deletions.
  ///
  /// Denials and required targets are checked later, when everything is written.
  func applyAhead() throws {
    while let (entity, keys) = plan.next() {
      for (relationship, effect) in effects(of: entity) {
        try apply(effect, relationship, keys)
      }
      for relationship in entity.incoming where relationship.isToMany {
        try MemberOrder.delete(members: keys, relationship, session)
      }
    }
    guard !postponed.isEmpty else { return }
    try noteNeeds()
    // The database would refuse to delete rows that others still refer to.
    guard try !mayRetainRows || (moving.isEmpty && !needsPostponed()) else { return }
    try deletePostponed()
  }

  private func deletePostponed() throws {
    if mayRetainRows {
      for (entity, keys) in postponed {
        for column in entity.table.cyclicKeys.sorted() {
          try session.run(
            """
            UPDATE \(name: entity.table.table) SET \(name: column) = NULL \
            WHERE \(MemberQuery.isOne(of: keys, .name(id.key))) AND \(name: column) IS NOT NULL
            """)
        }
      }
      postponed = postponed.enumerated().sorted {
        ($0.element.entity.table.insertionRank, $0.offset)
          < ($1.element.entity.table.insertionRank, $1.offset)
      }.map(\.element)
    }
    // Rows that a rule deleted go before the rows that the rule started from.
    while let rows = postponed.popLast() { try deleteRows(rows.keys, rows.entity) }
  }

  /// Records rows that the save relates to rows which it deletes, and whose relationship to them
  /// cannot be written.
  ///
  /// - Parameters:
  ///   - keys: The rows.
  ///   - relationship: The relationship of the deleted rows; nil if they have none.
  func noteOrphans(_ keys: [Int64], _ relationship: RecordRelationship?) {
    guard let relationship, plan.effect(of: relationship) == .delete else { return }
    orphans.append((relationship, keys))
  }

  /// Records a row that keeps its required target until it gets another one, which is not inserted
  /// yet.
  func noteMoving(_ key: Int64, _ relationship: RecordRelationship) {
    moving[relationship.number, default: []].insert(key)
  }

  private func apply(
    _ effect: DeleteEffect, _ relationship: RecordRelationship, _ keys: [Int64]
  ) throws {
    if effect == .unlinkSources {
      guard let column = relationship.foreignKey else { return }
      return try nullify(relationship, relationship.owner.table.table, column, keys)
    }
    if relationship.isToMany { try MemberOrder.delete(keys, relationship, session) }
    switch relationship.storage {
    case .children(let table, let column):
      switch effect {
      case .delete:
        let others = relationship.inverse.flatMap { self.moving[$0.number]?.sorted() } ?? []
        try cascade(
          to: session.members(of: keys, relationship, without: others), by: relationship)
      case .deny: denials.append((relationship, keys))
      case .unlink: try nullify(relationship.inverse ?? relationship, table, column, keys)
      case .keep, .unlinkSources: break
      }
    case .foreignKey:
      if effect == .delete { try cascadeToTargets(relationship) }
      if effect != .keep, let inverse = relationship.inverse, let column = inverse.foreignKey {
        try nullify(inverse, inverse.owner.table.table, column, keys)
      }
    case .join(let join):
      let pairs = try session.pairs(of: keys, relationship)
      // Join table rows of a deleted model would dangle, whatever the rule.
      for column in relationship.inverse === relationship
        ? [join.sourceColumn, join.destinationColumn] : [join.sourceColumn]
      {
        let condition = MemberQuery.isOne(of: keys, .name(column))
        try session.run("DELETE FROM \(name: join.name) WHERE \(condition)")
      }
      guard !pairs.isEmpty else { return }
      if let inverse = relationship.inverse {
        parted.append((inverse, pairs.map { ($0.member, $0.owner) }))
      }
      if effect == .deny { deniedTargets.append((relationship, pairs)) }
      if effect == .delete { try cascade(to: pairs.map(\.member), by: relationship) }
    }
  }

  /// Deletes the targets that were read before the rows that point to them were deleted.
  ///
  /// Those in the same table are deleted with their own targets, so a chain is one level.
  private func cascadeToTargets(_ relationship: RecordRelationship) throws {
    guard let found = targets.removeValue(forKey: relationship.number) else { return }
    let destination = relationship.destination
    let stored = try postpones ? storedRows(found, destination) : found
    // The others are still to be inserted.
    if stored.count < found.count { targets[relationship.number] = found.subtracting(stored) }
    var new = plan.remaining(stored.sorted(), destination)
    if destination.treeIndex == relationship.owner.treeIndex {
      new += try session.targets(of: new, relationship, without: [])
    }
    try cascade(to: new, by: relationship)
  }

  private func cascade(to keys: [Int64], by relationship: RecordRelationship) throws {
    for rows in try plan.cascade(
      to: keys.sorted(), relationship.destination, parts: session.parts)
    {
      try keeper?.keepValues(of: .cascaded(keys: rows.keys, rows.entity))
      try delete(rows, by: relationship) { _ in [:] }
    }
  }

  /// Sets a column to NULL in the rows that point to deleted ones.
  ///
  /// Rows that require the target must be deleted as well; this is checked after all rules are
  /// applied.
  private func nullify(
    _ relationship: RecordRelationship, _ table: String, _ column: String, _ keys: [Int64]
  ) throws {
    guard !relationship.needsTarget else { return needs.append((relationship, keys)) }
    let tree = relationship.isToMany ? relationship.destinationTree : relationship.owner.treeIndex
    let known = raised[tree] ?? written(tree)
    let raise: SQLFragment =
      known.isEmpty
      ? .raw(id.raisedVersion)
      : """
      \(name: id.version) = \(name: id.version) + \
      CASE WHEN \(MemberQuery.isOne(of: known.sorted(), .name(id.key))) THEN 0 ELSE 1 END
      """
    let found = try session.keys(
      """
      UPDATE \(name: table) SET \(relationship.clearing(column)), \(raise) \
      WHERE \(MemberQuery.isOne(of: keys, .name(column)))\(stays(tree)) RETURNING \(name: id.key)
      """)
    if !found.isEmpty || !known.isEmpty { raised[tree] = known.union(found) }
    if !found.isEmpty { nullified.append((relationship, found)) }
  }

  /// A condition that excludes rows to be deleted while they still exist.
  private func stays(_ tree: Int) -> SQLFragment {
    guard let gone = deleted[tree], postpones else { return SQLFragment() }
    return " AND NOT \(MemberQuery.isOne(of: gone.sorted(), .name(id.key)))"
  }

  /// Records rows whose to-one relationship was cleared, so that contexts update their models.
  func noteNullified(_ keys: [Int64], _ relationship: RecordRelationship) {
    if !keys.isEmpty { nullified.append((relationship, keys)) }
  }
}
