import CoreDataFormat
import SQLCore

// What a save does where somebody else has saved since the context read its models. What is saved
// last wins, but nothing may be related to what is no more, and both ends of a relationship must
// say the same.

extension StoreSave {
  /// Brings the relationships that this save has written in line with what others have written.
  ///
  /// Executes up to three statements for each relationship that was changed.
  func settleConflicts(in context: ModelContext) throws {
    for entry in inserted + changed {
      let isNew = entry.state.isMarked(.inserted)
      guard let key = storedKey(entry.model, entry.binding) else { continue }
      for relationship in entry.binding.relationships
      where isNew || entry.state.hasChanged(relationship.index) {
        try settle(relationship, of: entry, key)
      }
    }
    for entry in context.journal.entries
    where entry.isRelated && entry.relationship.owner.store === session.store {
      try settle(entry)
    }
  }

  /// Parts the rows that inserted instances took over from those at the other ends of one-to-one
  /// relationships that they had before.
  func settleTakenOver() throws {
    for (key, entry) in survivors {
      for relationship in entry.binding.relationships where relationship.inverse?.foreignKey != nil
      {
        try settle(relationship, of: entry, key)
      }
    }
  }

  /// Settles a to-one relationship of the row of an instance.
  private func settle(
    _ relationship: RelationshipBinding, of entry: PendingChanges.Entry, _ key: Int64
  ) throws {
    guard let column = relationship.foreignKey else { return }
    let target = relationship.link(of: entry.model).key
    try settle(relationship, column, key, target > 0 ? target : newKeys[target] ?? 0)
  }

  /// Settles a to-one relationship of one row, if its column still says what was written: of several
  /// instances that became one row, the last one's word counts.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - column: The column that holds the other end.
  ///   - key: The row whose relationship was written.
  ///   - target: The other end that was written; 0 for none.
  /// - Throws: What the store throws.
  private func settle(
    _ relationship: RelationshipBinding, _ column: String, _ key: Int64, _ target: Int64
  ) throws {
    let table = relationship.owner.statements.table
    let other = relationship.destination.statements.table
    let name = EntityStatements.name(column)
    if target != 0 {
      let isGone = "NOT EXISTS (SELECT 1 FROM \(other) WHERE Z_PK = ?)"
      try clear(
        relationship, name, "Z_PK = ? AND \(name) = ? AND \(isGone)", [key, target, target])
    }
    guard let inverse = relationship.inverse, let back = inverse.foreignKey else { return }
    let saysSo = "(SELECT IFNULL(\(name), 0) FROM \(table) WHERE Z_PK = ?) = ?"
    if target != 0 {
      try clear(
        relationship, name, "\(name) = ? AND Z_PK <> ? AND \(saysSo)", [target, key, key, target])
    }
    let backName = EntityStatements.name(back)
    try clear(
      inverse, backName, "\(backName) = ? AND Z_PK <> ? AND \(saysSo)", [key, target, key, target])
  }

  /// Sets a to-one relationship to nil in the rows that fulfil a condition.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` where a row needs the other end.
  private func clear(
    _ relationship: RelationshipBinding, _ column: String, _ condition: String, _ values: [Int64]
  ) throws {
    let table = relationship.owner.statements.table
    let values = values.map(SQLValue.integer)
    guard !relationship.needsTarget else {
      let left = try session.connection.rows(
        "SELECT \(column), Z_PK FROM \(table) WHERE \(column) IS NOT NULL AND \(condition)", values)
      return try rules.refuseParting(relationship, Self.keys(left))
    }
    let rows = try session.connection.rows(
      """
      UPDATE \(table) SET \(column) = NULL, Z_OPT = Z_OPT + 1 \
      WHERE \(column) IS NOT NULL AND \(condition) RETURNING Z_PK, Z_PK
      """, values)
    rules.noteNullified(Self.keys(rows).map(\.member), relationship)
  }

  private static func keys(_ rows: [[SQLValue]]) -> DeletionRules.Pairs {
    rows.compactMap { row in
      guard case .integer(let owner) = row[0], case .integer(let member) = row[1] else {
        return nil
      }
      return (owner, member)
    }
  }

  /// Takes back a pair one end of which is no more.
  private func settle(_ entry: LinkJournal.Entry) throws {
    let relationship = entry.relationship
    guard let source = storedKey(entry.source, relationship.owner),
      let member = storedKey(entry.member, relationship.destination)
    else { return }
    switch relationship.storage {
    case .foreignKey: break
    case .children(let table, let column):
      let owner = relationship.owner.statements.table
      let name = EntityStatements.name(column)
      try session.connection.run(
        """
        UPDATE \(EntityStatements.name(table)) SET \(name) = NULL WHERE Z_PK = ? AND \(name) = ? \
        AND NOT EXISTS (SELECT 1 FROM \(owner) WHERE Z_PK = ?)
        """, [member, source, source].map(SQLValue.integer))
    case .join(let join):
      var isSevered = try settle(join, relationship, source, member)
      if relationship.inverse === relationship {
        isSevered = try settle(join, relationship, member, source) || isSevered
      }
      if isSevered { severed.append(entry) }
    }
  }

  private func settle(
    _ join: JoinTable, _ relationship: RelationshipBinding, _ source: Int64, _ member: Int64
  ) throws -> Bool {
    let (first, second) = (
      EntityStatements.name(join.sourceColumn), EntityStatements.name(join.destinationColumn)
    )
    return try session.connection.run(
      """
      DELETE FROM \(EntityStatements.name(join.name)) WHERE \(first) = ? AND \(second) = ? \
      AND NOT (EXISTS (SELECT 1 FROM \(relationship.owner.statements.table) WHERE Z_PK = ?) \
      AND EXISTS (SELECT 1 FROM \(relationship.destination.statements.table) WHERE Z_PK = ?))
      """, [source, member, source, member].map(SQLValue.integer)) > 0
  }

  /// Whether somebody else has deleted a member, or parted it from its owner by a deletion.
  func isSevered(
    _ member: AnyObject, from owner: AnyObject, _ relationship: RelationshipBinding
  ) -> Bool {
    if !vanished.isEmpty, let state = relationship.destination.state(of: member),
      vanished.contains(state)
    {
      return true
    }
    return severed.contains {
      ($0.relationship === relationship && $0.source === owner && $0.member === member)
        || ($0.relationship === relationship.inverse && $0.source === member && $0.member === owner)
    }
  }

  /// Takes models out of arrays of others where one of both is no more.
  func commitConflicts(to context: ModelContext) {
    for entry in severed {
      context.removeMember(entry.member, of: entry.source, entry.relationship)
      if let inverse = entry.relationship.inverse {
        context.removeMember(entry.source, of: entry.member, inverse)
      }
    }
    for entry in changed where vanished.contains(entry.state) {
      for relationship in entry.binding.relationships where !relationship.isToMany {
        guard let inverse = relationship.inverse, inverse.isToMany,
          let owner = context.instance(
            relationship.link(of: entry.model).key, of: relationship.destination)
        else { continue }
        context.removeMember(entry.model, of: owner, inverse)
      }
    }
  }
}
