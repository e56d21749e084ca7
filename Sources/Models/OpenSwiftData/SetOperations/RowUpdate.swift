import CodableStorage
import CoreDataFormat
import Foundation
import RecordStore
import SQLCore

/// An update of the rows that a plan finds, performed in one transaction and then applied to the
/// context's instances.
final class RowUpdate<Model: PersistentModel> {
  /// One attribute that gets new values.
  struct Target {
    let property: Int
    let assignment: Assignment<Model>
    /// The values of the columns.
    let terms: [SQLFragment]
  }

  /// The rows that were updated.
  var updatedRows: [(key: Int64, entity: Int64)] = []
  /// The new column values of rows with instances in the context.
  var newValues: [(instance: AnyObject, values: [SQLValue])] = []

  private let context: ModelContext
  let session: RecordStoreSession
  private let statement: FetchStatement
  private let plan: FetchPlan
  private let predicate: Predicate<Model>?
  let targets: [Target]

  var binding: EntityBinding { plan.binding }
  /// The columns that identify a row.
  var id: RowIdentity { binding.record.identity }
  var columns: [SQLFragment] { targets.flatMap { binding.columns($0.property) } }

  /// - Throws: `SwiftDataError.unsupportedKeyPath` for attributes that cannot be assigned, or that
  ///   are assigned twice.
  init(
    _ assignments: [Assignment<Model>], of plan: FetchPlan, _ predicate: Predicate<Model>?,
    in context: ModelContext
  ) throws {
    (self.plan, self.predicate, self.context) = (plan, predicate, context)
    session = try context.recordSession(plan.binding.store)
    statement = try plan.rows()
    var assigned: Set<Int> = []
    targets = try assignments.map { assignment in
      let property = try plan.binding.assignableAttribute(assignment.attribute)
      guard assigned.insert(property).inserted else {
        throw SwiftDataError.unsupportedKeyPath.explained(
          "The update assigns the attribute twice.", entity: plan.binding.name,
          property: plan.binding.properties[property].name,
          advice: "Assign each attribute once, or update twice.")
      }
      return Target(
        property: property, assignment: assignment,
        terms: try assignment.terms(plan.binding, property))
    }
  }

  /// Updates the rows in a transaction.
  func perform() throws {
    try session.records.transaction {
      (updatedRows, newValues) = ([], [])
      context.registry.applyExternalChanges(session)
      let condition = try condition()
      do {
        try updateAtOnceOrInSteps(where: condition)
      } catch let error as SQLError where error.kind == .outOfRange {
        throw resultDoesNotFit(error)
      }
      try writeHistory()
    }
  }

  private func updateAtOnceOrInSteps(where condition: SQLFragment) throws {
    do {
      try attempt { try update(where: condition) }
    } catch let error as SQLError where error.kind == .uniqueViolation && mayPassThrough {
      try updateInSteps(where: condition)
    }
  }

  /// The error for a computed value that its column cannot represent; the database does not name
  /// the column.
  private func resultDoesNotFit(_ error: SQLError) -> SwiftDataError {
    let computed = targets.filter(\.assignment.isComputed)
    let only = computed.count == 1 ? computed.first : nil
    return binding.resultDoesNotFit(
      only.map { type(of: $0.assignment.attribute).valueType },
      of: only.map { binding.properties[$0.property].name }, underlying: error)
  }

  /// Runs `body` so that the transaction can continue after a failure.
  private func attempt(_ body: () throws -> Void) throws {
    // Within a transaction, this is a savepoint.
    guard mayPassThrough, session.connection.features.failureEndsTransaction else {
      return try body()
    }
    try session.connection.transaction(body)
  }

  private func writeHistory() throws {
    guard
      let history = session.records.store.historyWriter(
        for: session.records, author: context.author, expecting: updatedRows.count)
    else { return }
    let properties = PropertyMask(targets.map(\.property))
    try history.noteUpdates(updatedRows.map { ($0.key, properties) }, binding.record)
    try history.finish()
  }

  /// The condition for rows to update, without those whose models have unsaved changes.
  private func condition() throws -> SQLFragment {
    let taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    let pending =
      context.changes.storedKeys(mapIndex: binding.mapIndex) + taken.filter { $0 > 0 }
    guard plan.conditionIsExact else {
      let others = Set(pending)
      var found = try session.run(plan, range: nil, into: context.registry).map {
        unsafeDowncast($0, to: Model.self)
      }
      if let predicate { found = try found.filter { try plan.isFulfilled(predicate, by: $0) } }
      let keys = found.compactMap { binding.state(of: $0)?.pointee.key }
      return isOne(of: keys.filter { !others.contains($0) })
    }
    let parts = [statement.plainCondition, pending.isEmpty ? nil : isNone(of: pending)]
    return parts.compactMap(\.self).joined(separator: " AND ")
  }

  /// The condition that the row has one of the keys.
  func isOne(of keys: [Int64]) -> SQLFragment { "\(name: id.key) \(.isOne(of: keys))" }

  private func isNone(of keys: [Int64]) -> SQLFragment { "\(name: id.key) \(.isNone(of: keys))" }

  private func update(where condition: SQLFragment) throws {
    let assignments = zip(columns, targets.flatMap(\.terms)).map { column, term -> SQLFragment in
      "\(column) = \(term)"
    }
    var query: SQLFragment =
      "UPDATE \(name: binding.table.table) SET \(raw: id.raisedVersion), "
    query.append(assignments.joined(separator: ", "))
    if !condition.isEmpty { query.append(" WHERE \(condition)") }
    let result = [.name(id.key), .name(id.entity)] + columns
    query.append(" RETURNING \(result.joined(separator: ", "))")
    let statement = try session.records.prepare(query)
    defer { statement.reset() }
    while try statement.step() { try note(statement.row) }
  }

  /// The number of columns of a row before those of the targets: its key and entity.
  static var leadingColumns: Int { 2 }

  /// Records the new values of a row, which begins with its key and entity.
  func note(_ row: any RowReader) throws {
    var column = Self.leadingColumns
    for target in targets {
      if target.assignment.isComputed, !target.assignment.accepts(row.value(column)) {
        throw binding.resultDoesNotFit(target.assignment.attribute)
      }
      column += target.terms.count
    }
    let key = row.int64(0)
    guard key > 0 else { throw binding.impossibleKey(key) }
    updatedRows.append((key, row.int64(1)))
    guard let instance = context.instance(key, of: binding) else { return }
    newValues.append((instance, (Self.leadingColumns..<column).map(row.value)))
  }
}
