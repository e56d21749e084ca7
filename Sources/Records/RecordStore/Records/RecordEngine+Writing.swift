import SQLCore
import SwiftDataErrors

extension RecordEngine {
  /// Makes changes in one transaction, like saving a context.
  ///
  /// This includes delete rules, unique values, member order, external files and the history.
  ///
  /// - Returns: The outcome of the changes.
  /// - Throws: `SwiftDataError` that explains what cannot be written; nothing is written then.
  @discardableResult
  package func save(_ changes: RecordChanges) throws -> RecordOutcome {
    guard !changes.isEmpty else { return RecordOutcome() }
    return try transaction(isRepeatable: true) { try $0.save(changes) }
  }

  /// Runs `body` in one transaction, after other writers have finished.
  ///
  /// - Parameter body: Receives the writer. What it reads with the engine includes what it has
  ///   written.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws, and what the store throws; nothing is written then.
  package func transaction<Result>(_ body: (RecordWriter) throws -> Result) throws -> Result {
    try transaction(isRepeatable: false, body)
  }

  private func transaction<Result>(
    isRepeatable: Bool, _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    var result: Result?
    try session.transaction(isRepeatable: isRepeatable) { files in
      result = try body(RecordWriter(engine: self, files: files))
    }
    guard let result else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The transaction did not run, so nothing was written.", path: session.store.path,
        advice: "Try again. If this recurs, report it as a defect of the library.")
    }
    return result
  }

  fileprivate func outcome(_ result: SaveOutcome, _ planner: RecordPlanner) -> RecordOutcome {
    var outcome = RecordOutcome()
    for (number, key) in planner.insertedKeys.enumerated() {
      outcome.keys[key] = result.keys[number]
      if result.upserted.contains(number) { outcome.upserted.insert(key) }
    }
    for number in result.missing.sorted() {
      let row = planner.changedRows[number]
      outcome.missing.append(.init(entity: row.entity.name, keys: [row.key]))
    }
    // The delete rules do not record rows of entities without relationships.
    var deleted = result.deleted
    for rows in result.replaced where rows.entity.isAlone {
      deleted[rows.entity.treeIndex, default: []].formUnion(rows.keys)
    }
    for deletion in planner.deletions where deletion.entity.isAlone {
      deleted[deletion.entity.treeIndex, default: []].formUnion(deletion.keys)
    }
    for (tree, keys) in deleted.sorted(by: { $0.key < $1.key }) {
      let root = schema.entities.first { $0.treeIndex == tree }
      outcome.deleted.append(.init(entity: root?.name ?? "", keys: keys.sorted()))
    }
    return outcome
  }

  /// Deletes rows; delete rules apply.
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

/// Writes rows and other data within a running transaction.
package struct RecordWriter {
  let engine: RecordEngine
  let files: ExternalChanges?

  /// The connection of the transaction, for tables beside those of the entities.
  package var connection: any SQLConnection { engine.session.connection }

  /// Makes changes like the engine's `save`; they form one transaction of the history.
  ///
  /// - Throws: What the engine's `save` throws; the transaction must be rolled back then.
  package func save(_ changes: RecordChanges) throws -> RecordOutcome {
    guard !changes.isEmpty else { return RecordOutcome() }
    var planner = RecordPlanner(changes, engine)
    let plan = try planner.make()
    let result = try engine.session.carryOut(plan, files, keeping: nil)
    return engine.outcome(result, planner)
  }
}
