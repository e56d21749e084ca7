import Foundation
import RecordStore
import SQLCore

extension ModelContext {
  /// The fetch descriptor of a set operation, with its plan.
  struct SetQuery<Model: PersistentModel> {
    let descriptor: FetchDescriptor<Model>
    let plan: FetchPlan
    /// Whether unsaved changes have to be applied to the rows.
    let overlays: Bool

    var binding: EntityBinding { plan.binding }

    /// A statement that selects exactly the rows that match the descriptor, in any order.
    ///
    /// It is nil if SQL is not sufficient, or if the store does not consist of rows.
    var statement: FetchStatement? {
      let isExact = plan.conditionIsExact && (plan.range == nil || plan.orderIsExact)
      return overlays || !isExact ? nil : plan.statement
    }
  }

  func setQuery<Model>(_ descriptor: FetchDescriptor<Model>) throws -> SetQuery<Model> {
    var descriptor = descriptor
    // If models have to be created after all, the operation may read any of their properties.
    descriptor.propertiesToFetch = []
    descriptor.relationshipKeyPathsForPrefetching = []
    let binding = try core.bindings.binding(for: Model.self)
    let overlays =
      descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    return SetQuery(
      descriptor: descriptor, plan: try plan(descriptor, binding), overlays: overlays)
  }

  /// Passes the models of a query to `body`, if SQL is not sufficient.
  func withModels<Model, Result>(
    of query: SetQuery<Model>, _ body: ([Model]) throws -> Result
  ) throws -> Result {
    guard !query.descriptor.includePendingChanges, !changes.isEmpty else {
      return try body(fetch(query.descriptor))
    }
    // The models of this context contain unsaved values; those of another contain stored values.
    let context = ModelContext(container)
    return try withExtendedLifetime(context) { try body(context.fetch(query.descriptor)) }
  }

  /// One element for each model of a query, in the order of the descriptor.
  ///
  /// Elements are created from rows, or from models if rows are not sufficient.
  func elements<Model, Element>(
    of query: SetQuery<Model>, _ attributes: AttributeList<Model>,
    row: (any RowReader) throws -> Element, model: (Model) throws -> Element
  ) throws -> [Element] {
    guard attributes.isInRows, query.plan.orderIsExact, let statement = query.statement else {
      return try withModels(of: query) { try $0.map(model) }
    }
    let list = attributes.columns.joined(separator: ", ")
    return try elements(
      of: statement.rowStatement(selecting: list), query.binding, row)
  }

  /// One element for each row of a statement.
  func elements<Element>(
    of statement: SQLFragment, _ binding: EntityBinding, _ row: (any RowReader) throws -> Element
  ) throws -> [Element] {
    try recordSession(binding.store).records.read(statement) { statement in
      var elements: [Element] = []
      while try statement.step() { elements.append(try row(statement.row)) }
      return elements
    }
  }
}
