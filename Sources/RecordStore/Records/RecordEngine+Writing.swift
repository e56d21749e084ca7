import SwiftDataErrors

extension RecordEngine {
  /// Makes changes in one transaction, with delete rules, unique values, the order of members, files of
  /// large values and the history, as saving a context does.
  ///
  /// - Returns: What came of them.
  /// - Throws: `SwiftDataError` that says what cannot be written; nothing is then.
  @discardableResult
  package func save(_ changes: RecordChanges) throws -> RecordOutcome {
    guard !changes.isEmpty else { return RecordOutcome() }
    var planner = RecordPlanner(changes, self)
    var result = SaveOutcome()
    try session.save(witness: nil, plan: { try planner.make() }) { result = $0 }
    return outcome(result, planner)
  }

  private func outcome(_ result: SaveOutcome, _ planner: RecordPlanner) -> RecordOutcome {
    var outcome = RecordOutcome()
    for (number, key) in planner.insertedKeys.enumerated() {
      outcome.keys[key] = result.keys[number]
      if result.upserted.contains(number) { outcome.upserted.insert(key) }
    }
    for number in result.missing.sorted() {
      let row = planner.changedRows[number]
      outcome.missing.append(.init(entity: row.entity.name, keys: [row.key]))
    }
    // Delete rules take note of no rows that nothing is related to.
    var deleted = result.deleted
    for rows in result.replaced where rows.entity.isAlone {
      deleted[rows.entity.treeIndex, default: []].formUnion(rows.keys)
    }
    for deletion in planner.deletions where deletion.entity.isAlone {
      deleted[deletion.entity.treeIndex, default: []].formUnion(deletion.keys)
    }
    for (tree, keys) in deleted.sorted(by: { $0.key < $1.key }) {
      let root = schema.nodes.first { $0.treeIndex == tree }
      outcome.deleted.append(.init(entity: root?.name ?? "", keys: keys.sorted()))
    }
    return outcome
  }

  /// Deletes rows with what delete rules take along.
  ///
  /// - Throws: What `save(_:)` throws.
  @discardableResult
  package func delete(_ keys: [Int64], of entity: String, author: String? = nil) throws
    -> RecordOutcome
  {
    var changes = RecordChanges(author: author)
    changes.delete(keys, of: entity)
    return try save(changes)
  }
}
