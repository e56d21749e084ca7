import Foundation
import RecordStore
import SQLCore

/// An update of the rows that a plan finds, performed in one transaction and then applied to the
/// context's instances.
final class RowUpdate<Model: PersistentModel>: RowUpdateSource {
  /// One attribute that gets new values.
  struct Target {
    let property: Int
    let assignment: Assignment<Model>
    /// The values of the columns.
    let terms: [SQLFragment]
  }

  /// The rows that were updated.
  private(set) var updatedRows: [(key: Int64, entity: Int64)] = []
  /// The new column values of rows with instances in the context.
  private(set) var newValues: [(instance: AnyObject, values: [SQLValue])] = []

  private let context: ModelContext
  private let session: any ModelStoreSession
  private let operations: any SetOperationSession
  let plan: FetchPlan
  private let predicate: Predicate<Model>?
  let targets: [Target]

  var binding: EntityBinding { plan.binding }

  /// - Throws: `SwiftDataError.unsupportedKeyPath` for attributes that cannot be assigned, or that
  ///   are assigned twice; `.unsupportedModel` for a store without rows in a database.
  init(
    _ assignments: [Assignment<Model>], of plan: FetchPlan, _ predicate: Predicate<Model>?,
    in context: ModelContext
  ) throws {
    (self.plan, self.predicate, self.context) = (plan, predicate, context)
    session = try context.session(plan.binding.store)
    guard let operations = session.setOperations else {
      throw SwiftDataError.unsupportedModel.explained(
        "The operation is not available, because the store does not keep its models in tables.",
        path: session.store.path, advice: "Fetch the models, and process them in memory.")
    }
    self.operations = operations
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
  func perform() throws { updatedRows = try operations.perform(self, by: context.author) }

  var assignments: [(column: SQLFragment, value: SQLFragment)] {
    targets.flatMap { zip(binding.columns($0.property), $0.terms).map { (column: $0, value: $1) } }
  }

  var assignedProperties: PropertyMask { PropertyMask(targets.map(\.property)) }

  /// Whether computed unique values may collide temporarily.
  ///
  /// SQLite checks uniqueness after each row, and `code + 1` may be the code of a row that is not
  /// updated yet.
  var mayPassThrough: Bool {
    let unique = Set(binding.uniqueness.joined())
    return targets.contains { $0.assignment.isComputed && unique.contains($0.property) }
  }

  /// The error for a computed value that its column cannot represent; the database does not name
  /// the column.
  func resultDoesNotFit(_ error: SQLError) -> SwiftDataError {
    let computed = targets.filter(\.assignment.isComputed)
    let only = computed.count == 1 ? computed.first : nil
    return binding.resultDoesNotFit(
      only.map { type(of: $0.assignment.attribute).valueType },
      of: only.map { binding.properties[$0.property].name }, underlying: error)
  }

  /// The rows to update, without those whose models have unsaved changes.
  func selection() throws -> RowSelection {
    newValues = []
    context.registry.applyExternalChanges(session)
    let taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    let pending =
      context.changes.storedKeys(mapIndex: binding.mapIndex) + taken.filter { $0 > 0 }
    guard !plan.conditionIsExact else { return .without(pending) }
    let others = Set(pending)
    var found = try session.run(plan, range: nil, into: context.registry).map {
      unsafeDowncast($0, to: Model.self)
    }
    if let predicate { found = try found.filter { try plan.isFulfilled(predicate, by: $0) } }
    let keys = found.compactMap { binding.state(of: $0)?.pointee.key }
    return .only(keys.filter { !others.contains($0) })
  }

  func note(_ row: any RowReader) throws {
    // The key and the entity come before the columns.
    let start = 2
    var column = start
    for target in targets {
      if target.assignment.isComputed, !target.assignment.accepts(row.value(column)) {
        throw binding.resultDoesNotFit(target.assignment.attribute)
      }
      column += target.terms.count
    }
    guard let instance = context.instance(row.int64(0), of: binding) else { return }
    newValues.append((instance, (start..<column).map(row.value)))
  }
}
