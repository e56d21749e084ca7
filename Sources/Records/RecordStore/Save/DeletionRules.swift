import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// Applies delete rules in the store, within the transaction of a save.
///
/// The rules are applied level by level, with one statement for each relationship of a level, so
/// that neither cycles nor the depth of a graph matter.
package final class DeletionRules {
  package typealias Rows = (entity: RecordEntity, keys: [Int64])
  package typealias Pairs = RecordSession.Pairs

  package let session: RecordSession
  /// Observes rows before they are deleted.
  private let witness: (any SaveSource)?
  /// If true, delete rules are ignored: rows that point to deleted ones are only unlinked.
  ///
  /// For deletions that were made and validated elsewhere.
  private let nullifiesAlone: Bool
  /// Deleted rows in the order of their deletion; the rules of the first `appliedCount` are
  /// applied.
  private var waiting: [Rows] = []
  private var appliedCount = 0
  /// Rows to delete after the rules are applied.
  ///
  /// Otherwise the database's own foreign key actions would remove what the rules look for.
  private var postponed: [Rows] = []
  /// Whether deletions are postponed until the rules are applied.
  let postpones: Bool
  /// Rows whose required target was deleted (the members), paired with that target (the owner).
  var bereavedNeeds: [(relationship: RecordRelationship, pairs: Pairs)] = []
  /// The keys of all deleted rows, by entity tree.
  package private(set) var deleted: [Int: Set<Int64>] = [:]
  /// The rows that a delete rule deleted, not the user.
  package private(set) var cascaded: [Rows] = []
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

  package init(
    _ session: RecordSession, _ files: ExternalChanges? = nil, witness: (any SaveSource)? = nil,
    nullifiesAlone: Bool = false
  ) {
    self.nullifiesAlone = nullifiesAlone
    postpones = session.connection.features.foreignKeysAct
    self.session = session
    self.files = files
    self.witness = witness
  }

  /// Deletes rows, after reading what their delete rules need.
  ///
  /// - Parameters:
  ///   - keys: The rows to delete.
  ///   - entity: The entity of the rows.
  ///   - origin: The relationship whose rule deletes the rows; nil for rows that the user deleted.
  ///   - changedTargets: For a relationship, the targets that the rows were given since the last
  ///     save.
  /// - Throws: What the store throws.
  package func delete(
    _ keys: [Int64], _ entity: RecordEntity, by origin: RecordRelationship? = nil,
    changedTargets: (RecordRelationship) -> [Int64: Int64] = { _ in [:] }
  ) throws {
    guard !entity.hasSubentities else {
      for part in try session.parts(keys, entity) {
        try deleteOwn(part.keys, part.entity, by: origin, changedTargets)
      }
      return
    }
    try deleteOwn(keys, entity, by: origin, changedTargets)
  }

  /// Deletes rows whose entity is exactly `entity`, not a subentity.
  private func deleteOwn(
    _ keys: [Int64], _ entity: RecordEntity, by origin: RecordRelationship?,
    _ changedTargets: (RecordRelationship) -> [Int64: Int64]
  ) throws {
    guard !entity.isAlone else { return try deleteRows(keys, entity) }
    let new = Set(notDeleted(keys, entity)).sorted()
    guard !new.isEmpty else { return }
    deleted[entity.treeIndex, default: []].formUnion(new)
    for relationship in entity.relationships {
      try capture(relationship, new, changedTargets(relationship))
      // The owner at the other end of `origin` is deleted itself.
      if history != nil, relationship !== origin?.inverse { try captureBereft(relationship, new) }
    }
    for relationship in entity.incoming where relationship.inverse == nil {
      try captureOwner(relationship, new)
    }
    if postpones {
      postponed.append((entity, new))
    } else {
      try deleteRows(new, entity)
    }
    waiting.append((entity, new))
  }

  /// Returns the rows that are not deleted yet.
  ///
  /// Looks up each key in the set of deleted rows. For a long chain each level is a single row, so
  /// anything that iterates over the set would make the cost quadratic.
  private func notDeleted(_ keys: [Int64], _ entity: RecordEntity) -> [Int64] {
    guard let index = deleted.index(forKey: entity.treeIndex) else { return keys }
    return keys.filter { !deleted.values[index].contains($0) }
  }

  private func deleteRows(_ keys: [Int64], _ entity: RecordEntity) throws {
    try history?.noteDeletions(of: keys, entity, files)
    if let files {
      for key in keys { try files.retireRow(key, of: entity) }
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
    _ relationship: RecordRelationship, _ keys: [Int64], _ changed: [Int64: Int64]
  ) throws {
    guard let column = relationship.foreignKey,
      [.cascade, .deny].contains(rule(of: relationship))
    else { return }
    var pairs = try pairs(relationship.owner.table.table, id.key, column, keys)
    pairs.removeAll { changed[$0.owner] != nil }
    pairs += changed.filter { $0.value > 0 }.map { ($0.key, $0.value) }
    if rule(of: relationship) == .deny {
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
    let found = try pairs(table, id.key, column, keys)
    if !found.isEmpty { parted.append((relationship, found.map { ($0.member, $0.owner) })) }
  }

  package func pairs(
    _ table: String, _ key: String, _ value: String, _ keys: [Int64],
    where column: String? = nil, is other: Int64 = 0
  ) throws -> Pairs {
    let isOther: SQLFragment =
      column.map { " AND \(name: $0) = \(SQLValue.integer(other))" } ?? SQLFragment()
    let statement = try session.prepare(
      """
      SELECT \(name: key), \(name: value) FROM \(name: table) \
      WHERE \(MemberQuery.isOne(of: keys, .name(key))) AND \(name: value) IS NOT NULL\(isOther)
      """)
    defer { statement.reset() }
    var pairs: Pairs = []
    while try statement.step() {
      let (key, value) = (statement.row.int64(0), statement.row.int64(1))
      // Valid keys are positive; anything else comes from a damaged column.
      if key > 0, value > 0 { pairs.append((key, value)) }
    }
    return pairs
  }
}

extension DeletionRules {
  /// Applies the rules of all deleted rows, and of those that the rules delete in turn.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if a rule denies a deletion, or a surviving
  ///   row requires a deleted one.
  package func apply() throws {
    if appliedCount > 0 {
      // Rows that were written since then may point to deleted rows.
      appliedCount = 0
      denials = []
      needs = []
    }
    try applyAhead()
    try checkDenials()
    try checkNeeds()
  }

  /// Applies the rules to the current state of the store, then runs the postponed deletions.
  ///
  /// Denials and required targets are checked later, when everything is written.
  func applyAhead() throws {
    while appliedCount < waiting.count {
      let (entity, keys) = waiting[appliedCount]
      appliedCount += 1
      for relationship in entity.relationships { try apply(relationship, keys) }
      for relationship in entity.incoming where relationship.isToMany {
        try MemberOrder.delete(members: keys, relationship, session)
      }
      for relationship in entity.incoming where relationship.inverse == nil {
        if let column = relationship.foreignKey {
          try nullify(relationship, relationship.owner.table.table, column, keys)
        }
      }
    }
    if !postponed.isEmpty { try noteNeeds() }
    // Rows that a rule deleted go before the rows that the rule started from.
    while let rows = postponed.popLast() { try deleteRows(rows.keys, rows.entity) }
  }

  private func rule(of relationship: RecordRelationship) -> RelationshipDescription.DeleteRule {
    nullifiesAlone ? .nullify : relationship.deleteRule
  }

  private func apply(_ relationship: RecordRelationship, _ keys: [Int64]) throws {
    if relationship.isToMany { try MemberOrder.delete(keys, relationship, session) }
    switch relationship.storage {
    case .children(let table, let column):
      try apply(relationship, table, column, keys)
    case .foreignKey:
      if let found = targets.removeValue(forKey: relationship.number) {
        let stored = try postpones ? storedRows(found, relationship.destination) : found
        // The others are still to be inserted.
        if stored.count < found.count { targets[relationship.number] = found.subtracting(stored) }
        try cascade(to: chain(from: stored, relationship), by: relationship)
      }
      if rule(of: relationship) != .noAction, let inverse = relationship.inverse,
        let column = inverse.foreignKey
      {
        try nullify(inverse, inverse.owner.table.table, column, keys)
      }
    case .join(let join): try apply(relationship, join, keys)
    }
  }

  private func apply(
    _ relationship: RecordRelationship, _ table: String, _ column: String, _ keys: [Int64]
  ) throws {
    switch rule(of: relationship) {
    case .noAction: break
    case .deny: denials.append((relationship, keys))
    case .nullify: try nullify(relationship.inverse ?? relationship, table, column, keys)
    case .cascade:
      let isTree = relationship.destination.treeIndex == relationship.owner.treeIndex
      let first: SQLFragment = """
        SELECT \(name: id.key) FROM \(name: table) \
        WHERE \(MemberQuery.isOne(of: keys, .name(column)))
        """
      let members = try session.keys(
        isTree
          ? RowDescent(
            first: first, table: table, column: id.key, next: column, condition: .truth(true)
          ).query(session.connection.features) : first)
      try cascade(to: members, by: relationship)
    }
  }

  private func apply(
    _ relationship: RecordRelationship, _ join: JoinTable, _ keys: [Int64]
  ) throws {
    let found = try pairs(
      join.name, join.sourceColumn, join.destinationColumn, keys)
    // Join table rows of a deleted model would dangle, whatever the rule.
    for column in relationship.inverse === relationship
      ? [join.sourceColumn, join.destinationColumn] : [join.sourceColumn]
    {
      let condition = MemberQuery.isOne(of: keys, .name(column))
      try session.run("DELETE FROM \(name: join.name) WHERE \(condition)")
    }
    guard !found.isEmpty else { return }
    if let inverse = relationship.inverse {
      parted.append((inverse, found.map { ($0.member, $0.owner) }))
    }
    if rule(of: relationship) == .deny { deniedTargets.append((relationship, found)) }
    if rule(of: relationship) == .cascade {
      try cascade(to: Set(found.map(\.member)).sorted(), by: relationship)
    }
  }

  /// Returns the targets of a relationship, and for targets in the same table their targets in
  /// turn, so that a chain of any length is one level.
  private func chain(
    from keys: Set<Int64>, _ relationship: RecordRelationship
  ) throws -> [Int64] {
    let new = notDeleted(keys.sorted(), relationship.destination)
    guard let column = relationship.foreignKey, !new.isEmpty,
      relationship.destination.treeIndex == relationship.owner.treeIndex
    else { return new }
    let table = relationship.owner.table.table
    let chain = RowDescent(
      first: """
        SELECT \(name: id.key) FROM \(name: table) WHERE \(MemberQuery.isOne(of: new, .name(id.key)))
        """,
      table: table, column: column, next: id.key, condition: "\(name: column) IS NOT NULL")
    return try session.keys("\(chain.query(session.connection.features)) WHERE K > 0")
  }

  private func cascade(to keys: [Int64], by relationship: RecordRelationship) throws {
    let entity = relationship.destination
    let new = notDeleted(keys, entity)
    guard !new.isEmpty else { return }
    for part in try session.parts(new, entity) {
      try witness?.keepValues(of: .cascaded(keys: part.keys, part.entity))
      cascaded.append(part)
      try deleteOwn(part.keys, part.entity, by: relationship) { _ in [:] }
    }
  }

  /// Sets a column to NULL in the rows that point to deleted ones.
  ///
  /// Rows that require the target must be deleted as well; this is checked after all rules are
  /// applied.
  private func nullify(
    _ relationship: RecordRelationship, _ table: String, _ column: String, _ keys: [Int64]
  ) throws {
    guard !relationship.needsTarget else {
      return needs.append((relationship, keys))
    }
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

  /// Records rows whose to-one relationship was cleared, so that contexts update their models.
  func noteNullified(_ keys: [Int64], _ relationship: RecordRelationship) {
    if !keys.isEmpty { nullified.append((relationship, keys)) }
  }
}
