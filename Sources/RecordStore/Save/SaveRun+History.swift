import CoreDataFormat
import SQLCore

// What a save tells the history. Deletions are noted where they are made, while the rows can still
// be read; everything else when all is written, so that each row is noted once, whatever happened
// to it on the way.

extension SaveRun {
  /// Writes the insertions and updates, and ends the transaction in the history.
  func writeHistory() throws {
    guard let history else { return }
    for block in keyBlocks {
      try history.noteInsertions(block.keys, block.entity)
    }
    for updates in try gatherUpdates(history.newKeys).byEntity {
      try history.noteUpdates(updates.rows, updates.entity)
    }
    for (relationship, keys) in repositioned {
      try history.notePositions(keys, relationship)
    }
    outcome.transaction = try history.finish()
  }

  /// The rows that were there before and are changed, by entity.
  private func gatherUpdates(_ newKeys: [Int: ClosedRange<Int64>]) throws -> RowUpdates {
    var updates = RowUpdates()
    for batch in plan.changed {
      for key in batch.keys { updates.add(key, batch.properties, batch.entity) }
    }
    // New rows are insertions, whoever took them over or has been related to them since.
    let isNew = { (key: Int64, entity: RecordEntity) in
      newKeys[entity.treeIndex]?.contains(key) ?? false
    }
    for (key, batch, row) in upsertedRows where !isNew(key, batch.entity) {
      // All columns, and members where it has some.
      let properties = batch.entity.columnProperties.union(broughtMembers(batch.keys[row]))
      updates.add(key, properties, batch.entity)
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

  /// Raises the versions of the rows that lost members to a deletion, which tells other programs that
  /// they were updated; executes one statement for each entity of such rows.
  ///
  /// It is part of what the history tells: a store that keeps none does not find out whom it concerns.
  func raiseBereft() throws {
    guard let history, !(rules.bereft.isEmpty && rules.parted.isEmpty) else { return }
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

  /// The relationships in which an inserted row has members, by the key that the plan gives it.
  private func broughtMembers(_ key: Int64) -> PropertyMask {
    var brought = PropertyMask()
    for number in listsByOwner[key] ?? [] where !plan.members[number].members.isEmpty {
      brought.formUnion(plan.members[number].relationship.mask)
    }
    return brought
  }
}
