import CoreDataFormat
import SQLCore

// The part of a save that concerns who is related to whom.

extension StoreSave {
  /// Writes the pairs that no row of a model holds, once every row has its key.
  func writeJournal(of context: ModelContext) throws {
    guard !context.journal.isEmpty else { return }
    let entries = context.journal.entries.filter { $0.relationship.owner.store === session.store }
    for entry in entries where !entry.isRelated && wasStored(entry) { try write(entry) }
    for entry in entries where entry.isRelated { try write(entry) }
  }

  /// Whether both ends of a pair had rows before the save: a new model that takes over a row takes
  /// nobody from it.
  private func wasStored(_ entry: LinkJournal.Entry) -> Bool {
    let relationship = entry.relationship
    return (relationship.owner.state(of: entry.source)?.pointee.key ?? 0) > 0
      && (relationship.destination.state(of: entry.member)?.pointee.key ?? 0) > 0
  }

  private func write(_ entry: LinkJournal.Entry) throws {
    let relationship = entry.relationship
    guard let source = storedKey(entry.source, relationship.owner),
      let member = storedKey(entry.member, relationship.destination)
    else { return }
    switch relationship.storage {
    case .foreignKey: break
    case .children(let table, let column):
      let (table, column) = (EntityStatements.name(table), EntityStatements.name(column))
      if entry.isRelated {
        let count = try session.connection.run(
          "UPDATE \(table) SET \(column) = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?",
          [.integer(source), .integer(member)])
        if count == 0 { severed.append(entry) }
      } else {
        try session.connection.run(
          "UPDATE \(table) SET \(column) = NULL, Z_OPT = Z_OPT + 1 WHERE Z_PK = ? AND \(column) = ?",
          [.integer(member), .integer(source)])
      }
    case .join(let join):
      try write(join, source, member, isRelated: entry.isRelated)
      if relationship.inverse === relationship, source != member {
        try write(join, member, source, isRelated: entry.isRelated)
      }
    }
  }

  private func write(
    _ join: JoinTable, _ source: Int64, _ member: Int64, isRelated: Bool
  ) throws {
    let (table, first, second) = (
      EntityStatements.name(join.name), EntityStatements.name(join.sourceColumn),
      EntityStatements.name(join.destinationColumn)
    )
    try session.connection.run(
      isRelated
        ? "INSERT OR IGNORE INTO \(table) (\(first), \(second)) VALUES (?, ?)"
        : "DELETE FROM \(table) WHERE \(first) = ? AND \(second) = ?",
      [.integer(source), .integer(member)])
  }

  /// The key under which a model stands in the store after this save; nil for one that does not.
  func storedKey(_ object: AnyObject, _ binding: EntityBinding) -> Int64? {
    guard let key = binding.state(of: object)?.pointee.key else { return nil }
    return key > 0 ? key : newKeys[key]
  }

  /// Leads what points at an inserted model to the row that took its values.
  func redirect(_ key: Int64, to survivor: Int64, _ binding: EntityBinding) throws {
    for relationship in binding.incoming {
      guard let column = relationship.foreignKey else { continue }
      let name = EntityStatements.name(column)
      try session.connection.run(
        "UPDATE \(relationship.owner.statements.table) SET \(name) = ? WHERE \(name) = ?",
        [.integer(survivor), .integer(key)])
    }
  }

  /// Writes down the order of members where a user has changed it.
  func writeOrder() throws {
    for entry in entriesWritten(where: \.isToMany) {
      for relationship in entry.binding.relationships where relationship.isToMany {
        let isNew = entry.state.isMarked(.inserted)
        guard isNew || entry.state.hasChanged(relationship.index),
          !vanished.contains(entry.state),
          let owner = storedKey(entry.model, entry.binding), !isDeleted(owner, entry.binding),
          let models = relationship.link(of: entry.model).models,
          !isNew || models.count > 1
        else { continue }
        // Deleted members stay in the array until the save is done.
        let members = models.filter { !isSevered($0, from: entry.model, relationship) }
          .compactMap { storedKey($0, relationship.destination) }
          .filter { !isDeleted($0, relationship.destination) }
        try MemberOrder.write(members, of: owner, relationship, session)
      }
    }
  }

  /// The inserted and changed instances; none where no entity among them has a relationship of a
  /// kind, which is told without a look at each.
  private func entriesWritten(
    where isConcerned: (RelationshipBinding) -> Bool
  ) -> [PendingChanges.Entry] {
    writtenBindings.contains { $0.relationships.contains(where: isConcerned) }
      ? inserted + changed : []
  }

  /// Refuses models that this save would leave without the other end of a relationship that is not
  /// optional.
  func checkNeeds() throws {
    for entry in entriesWritten(where: \.needsTarget) {
      let isNew = entry.state.isMarked(.inserted)
      for relationship in entry.binding.relationships where relationship.needsTarget {
        guard isNew || entry.state.hasChanged(relationship.index),
          let key = storedKey(entry.model, entry.binding), !isDeleted(key, entry.binding),
          !vanished.contains(entry.state)
        else { continue }
        let target = relationship.link(of: entry.model).key
        if target < 0 ? newKeys[target] == nil : target == 0 {
          throw Self.missingTarget(relationship, key)
        }
      }
    }
  }

  private static func missingTarget(
    _ relationship: RelationshipBinding, _ key: Int64
  ) -> SwiftDataError {
    SwiftDataError.modelValidationFailure.explained(
      """
      \(relationship.owner.name)/p\(key) is related to no \(relationship.destination.name), and the \
      property is not optional.
      """,
      entity: relationship.owner.name, property: relationship.name,
      advice: "Give it one, delete it, or make the property optional; nothing was saved.")
  }

  /// Checks the bounds of relationships whose members may have changed.
  func checkCounts(_ rules: DeletionRules) throws {
    var keys: [Int: (relationship: RelationshipBinding, keys: Set<Int64>)] = [:]
    func note(_ relationship: RelationshipBinding, _ key: Int64) {
      keys[relationship.number, default: (relationship, [])].keys.insert(key)
    }
    for entry in entriesWritten(where: \.hasBounds) {
      let isNew = entry.state.isMarked(.inserted)
      for relationship in entry.binding.relationships where relationship.hasBounds {
        guard isNew || entry.state.hasChanged(relationship.index),
          let key = storedKey(entry.model, entry.binding)
        else { continue }
        note(relationship, key)
      }
    }
    for (relationship, found) in rules.nullified where relationship.hasBounds {
      for key in found { note(relationship, key) }
    }
    for (relationship, pairs) in rules.parted where relationship.hasBounds {
      for pair in pairs { note(relationship, pair.owner) }
    }
    let validation = CountValidation(session: session)
    for (relationship, found) in keys.values { try validation.check(relationship, Array(found)) }
  }
}
