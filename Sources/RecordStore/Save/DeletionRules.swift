import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// What the deletion of some rows does to the rows related to them, worked out in the store while
/// the save's transaction runs.
///
/// It goes level by level with one statement for each relationship of a level, so that neither
/// cycles nor the depth of a graph matter.
package final class DeletionRules {
  package typealias Rows = (entity: RecordEntity, keys: [Int64])
  package typealias Pairs = [(owner: Int64, member: Int64)]

  package let session: RecordSession
  /// Who looks at rows before they go.
  private let witness: (any SaveWitness)?
  /// Whether rows that lead to deleted ones lose them and nothing else happens, whatever the rules say:
  /// for deletions that were made, and judged, elsewhere.
  private let nullifiesAlone: Bool
  /// Rows whose rules are applied, and after them those whose rules are still to be.
  private var waiting: [Rows] = []
  private var appliedCount = 0
  /// Rows that are deleted when the rules are applied: foreign keys that act by themselves would have done away with
  /// what the rules look for.
  private var postponed: [Rows] = []
  /// Whether rows wait for that.
  let postpones: Bool
  /// Rows that needed rows which were deleted then, as members, with these as owners.
  var bereavedNeeds: [(relationship: RecordRelationship, pairs: Pairs)] = []
  /// The keys of all deleted rows, by entity tree.
  package private(set) var deleted: [Int: Set<Int64>] = [:]
  /// The rows that were deleted by a rule rather than by the user.
  package private(set) var cascaded: [Rows] = []
  /// Rows that lost the other end of a relationship of their own.
  package private(set) var nullified: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// Models that lost members.
  package private(set) var parted: [(relationship: RecordRelationship, pairs: Pairs)] = []
  /// Rows whose members are deleted, or given to others, by relationships whose members' columns alone say who
  /// has whom; found where the store keeps a history, which tells of them.
  package private(set) var bereft: [(relationship: RecordRelationship, keys: Set<Int64>)] = []
  /// What deleted rows pointed at in relationships that cascade.
  private var targets: [Int: Set<Int64>] = [:]
  /// Deleted rows whose members must not be left.
  package var denials: [(relationship: RecordRelationship, keys: [Int64])] = []
  /// What deleted rows pointed at in relationships that deny.
  package var deniedTargets: [(relationship: RecordRelationship, pairs: Pairs)] = []

  /// Deleted rows that others need: the other ends of relationships that are not optional.
  package var needs: [(relationship: RecordRelationship, keys: [Int64])] = []

  /// The files that go with the rows; nil where all values stand in these.
  private let files: ExternalChanges?
  /// The rows whose versions the save has raised, by entity tree: it raises each once.
  package private(set) var raised: [Int: Set<Int64>] = [:]
  /// Gives the rows of a tree that were written before the rules are applied.
  package var written: (Int) -> Set<Int64> = { _ in [] }

  /// What is told of deletions; nil where the store keeps no history.
  package var history: (any HistoryWriter)?

  /// The columns by which each row tells what it is.
  var id: RowIdentity { session.identity }

  package init(
    _ session: RecordSession, _ files: ExternalChanges? = nil, witness: (any SaveWitness)? = nil,
    nullifiesAlone: Bool = false
  ) {
    self.nullifiesAlone = nullifiesAlone
    postpones = session.connection.features.foreignKeysAct
    self.session = session
    self.files = files
    self.witness = witness
  }

  /// Deletes rows, after reading what their rules need of them.
  ///
  /// - Parameters:
  ///   - keys: The rows to delete.
  ///   - entity: The entity of the rows.
  ///   - origin: The relationship by which a rule came to the rows; nil for rows of the user's choice.
  ///   - changedTargets: For a relationship, the keys of other ends that the rows were given since
  ///     the last save.
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

  /// Deletes rows that are of an entity itself.
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
      // Whoever a rule led from is deleted itself.
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

  /// The rows that are not deleted yet.
  ///
  /// It looks for each among the deleted ones: where a level is one row of a long chain, anything that
  /// goes through these would be done again for each.
  private func notDeleted(_ keys: [Int64], _ entity: RecordEntity) -> [Int64] {
    guard let index = deleted.index(forKey: entity.treeIndex) else { return keys }
    return keys.filter { !deleted.values[index].contains($0) }
  }

  private func deleteRows(_ keys: [Int64], _ entity: RecordEntity) throws {
    try history?.noteDeletions(of: keys, entity, files)
    if let files {
      for key in keys { try files.retireRow(key, of: entity) }
    }
    // In the order of the file, each page is read and written once; keys that follow one another
    // are one statement.
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

  /// Reads what rows about to be deleted point at, where that decides or is to follow.
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

  /// Reads whom rows about to be deleted are members of, where the other end is a to-many relationship.
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

  /// Notes rows that lose members, by a relationship whose members' columns alone say who has whom.
  func noteBereft(_ keys: some Collection<Int64>, _ relationship: RecordRelationship) {
    guard !keys.isEmpty else { return }
    if let index = bereft.firstIndex(where: { $0.relationship === relationship }) {
      bereft[index].keys.formUnion(keys)
    } else {
      bereft.append((relationship, Set(keys)))
    }
  }

  /// Reads whom rows about to be deleted belong to, where only a column of theirs says so.
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
      // No row has any other key, whatever a damaged column says.
      if key > 0, value > 0 { pairs.append((key, value)) }
    }
    return pairs
  }
}

extension DeletionRules {
  /// Applies the rules of all deleted rows and of those that they take along.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` where a rule denies a deletion, or a row that
  ///   stays needs a deleted one.
  package func apply() throws {
    if appliedCount > 0 {
      // What was written since may lead to rows that are deleted.
      appliedCount = 0
      denials = []
      needs = []
    }
    try applyAhead()
    try checkDenials()
    try checkNeeds()
  }

  /// Applies the rules to what is in the store now, and deletes what was to wait for that.
  ///
  /// Whatever rules refuse shows when all is written.
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
    // Whom a rule led to goes before whom it led from.
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
    // Rows of the join table whose model is gone would lead nowhere, whatever the rule.
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

  /// The targets of a relationship, and what these point at in turn where they are rows of the same
  /// table: a chain is one level however long it is.
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
      try witness?.willDelete(part.keys, part.entity)
      cascaded.append(part)
      try deleteOwn(part.keys, part.entity, by: relationship) { _ in [:] }
    }
  }

  /// Sets a column to NULL in the rows that point at deleted ones.
  ///
  /// Rows that need the other end must be deleted as well, which shows when all rules are applied.
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

  /// Notes rows that lost the other end of a relationship, so that memory hears of it.
  package func noteNullified(_ keys: [Int64], _ relationship: RecordRelationship) {
    if !keys.isEmpty { nullified.append((relationship, keys)) }
  }
}
