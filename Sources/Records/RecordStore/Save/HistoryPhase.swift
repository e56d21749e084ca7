import CoreDataFormat
import SQLCore

// What a save records in the history. Deletions are recorded when they happen, while the rows can
// still be read. Everything else is recorded at the end, once for each row, however often it was
// written.

/// Writes the history.
struct HistoryPhase: WrittenRowsPhase {
  let task: SaveTask
  let rows: WrittenRows
  private let members: MemberChanges

  init(_ task: SaveTask, _ rows: WrittenRows, _ members: MemberChanges) {
    (self.task, self.rows, self.members) = (task, rows, members)
  }

  /// Raises the versions of owners that lost members, records insertions and updates, and finishes
  /// the transaction in the history.
  ///
  /// - Returns: The number of the transaction; nil if the store keeps no history.
  /// - Throws: What the store throws.
  func run() throws -> Int64? {
    guard let history else { return nil }
    try raiseOwners(history)
    for block in rows.keys.blocks {
      try history.noteInsertions(block.keys, block.entity)
    }
    for updates in try gatherUpdates(history.newKeys).byEntity {
      try history.noteUpdates(updates.rows, updates.entity)
    }
    for (relationship, keys) in members.repositioned {
      try history.notePositions(keys, relationship)
    }
    return try history.finish()
  }

  /// Returns the rows that existed before the save and were changed, by entity.
  private func gatherUpdates(_ newKeys: [Int: ClosedRange<Int64>]) throws -> RowUpdates {
    var updates = RowUpdates()
    for batch in plan.changed {
      for key in batch.keys { updates.add(key, batch.properties, batch.entity) }
    }
    // New rows are recorded as insertions, even if they were replaced or related since.
    let isNew = { (key: Int64, entity: RecordEntity) in
      newKeys[entity.treeIndex]?.contains(key) ?? false
    }
    let lists = rows.upserted.isEmpty ? [:] : plan.listsByOwner
    for (key, batch, row) in upsertedRows where !isNew(key, batch.entity) {
      // All columns, and the to-many relationships in which the inserted row has members.
      var properties = broughtMembers(lists[batch.keys[row]] ?? [])
      if !rows.kept.contains(batch.firstRow + row) {
        properties.formUnion(batch.entity.columnProperties)
      }
      if !properties.isEmpty { updates.add(key, properties, batch.entity) }
    }
    for (relationship, keys) in rules.nullified where !relationship.isToMany {
      for part in try session.parts(keys, relationship.owner) {
        for key in part.keys where !isNew(key, part.entity) {
          updates.add(key, relationship.mask, part.entity)
        }
      }
    }
    for (relationship, pairs) in rules.parted {
      for part in try session.parts(pairs.map(\.owner), relationship.owner) {
        for key in part.keys where !isNew(key, part.entity) {
          updates.add(key, relationship.mask, part.entity)
        }
      }
    }
    for (relationship, keys) in rules.bereft {
      for part in try session.parts(keys.sorted(), relationship.owner) {
        for key in part.keys where !isNew(key, part.entity) && !isDeleted(key, part.entity) {
          updates.add(key, relationship.mask, part.entity)
        }
      }
    }
    return updates
  }

  /// Raises the versions of owners that lost members, so that other programs see them as updated.
  ///
  /// Executes one statement for each entity of such owners.
  private func raiseOwners(_ history: any HistoryWriter) throws {
    guard !(rules.bereft.isEmpty && rules.parted.isEmpty) else { return }
    var owners: [ObjectIdentifier: (entity: RecordEntity, keys: Set<Int64>)] = [:]
    func add(_ keys: some Sequence<Int64>, _ entity: RecordEntity) {
      let new = history.newKeys[entity.treeIndex]
      owners[ObjectIdentifier(entity), default: (entity, [])].keys
        .formUnion(keys.lazy.filter { !(new?.contains($0) ?? false) })
    }
    for (relationship, keys) in rules.bereft { add(keys, relationship.owner) }
    for (relationship, pairs) in rules.parted {
      add(pairs.lazy.map(\.owner), relationship.owner)
    }
    for (entity, keys) in owners.values {
      var keys = keys.subtracting(rules.deleted[entity.treeIndex] ?? [])
        .subtracting(rules.raised[entity.treeIndex] ?? [])
      for batch in plan.changed where batch.entity.treeIndex == entity.treeIndex {
        keys.subtract(batch.keys)
      }
      guard !keys.isEmpty else { continue }
      try session.run(
        """
        UPDATE \(name: entity.table.table) SET \(raw: id.raisedVersion) \
        WHERE \(MemberQuery.isOne(of: keys.sorted(), .name(id.key)))
        """)
    }
  }

  /// Returns the relationships of the lists, given by their indices, that have members.
  private func broughtMembers(_ lists: [Int]) -> PropertyMask {
    var brought = PropertyMask()
    for number in lists where !plan.members[number].members.isEmpty {
      brought.formUnion(plan.members[number].relationship.mask)
    }
    return brought
  }
}
