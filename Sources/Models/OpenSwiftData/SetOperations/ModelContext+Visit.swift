import Foundation
import SQLCore

extension ModelContext {
  /// The fetch descriptor of a set operation, with its plan.
  struct SetQuery<Model: PersistentModel> {
    let descriptor: FetchDescriptor<Model>
    let plan: FetchPlan
    /// The operations on exactly the rows that match the descriptor, in any order.
    ///
    /// They are nil if SQL is not sufficient, or if the store does not consist of rows.
    let rows: (any SetOperationSession)?

    var binding: EntityBinding { plan.binding }
  }

  func setQuery<Model>(_ descriptor: FetchDescriptor<Model>) throws -> SetQuery<Model> {
    var descriptor = descriptor
    // If models have to be created after all, the operation may read any of their properties.
    descriptor.propertiesToFetch = []
    descriptor.relationshipKeyPathsForPrefetching = []
    let binding = try core.bindings.binding(for: Model.self)
    let overlays =
      descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    let plan = try plan(descriptor, binding)
    let isExact = plan.conditionIsExact && (plan.range == nil || plan.orderIsExact)
    return SetQuery(
      descriptor: descriptor, plan: plan,
      rows: overlays || !isExact ? nil : try session(binding.store).setOperations)
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
    guard attributes.isInRows, query.plan.orderIsExact, let rows = query.rows else {
      return try withModels(of: query) { try $0.map(model) }
    }
    return try rows.read(attributes.columns, of: query.plan) { try $0.elements(row) }
  }
}

extension RowCursor {
  /// One element for each row.
  func elements<Element>(_ row: (any RowReader) throws -> Element) throws -> [Element] {
    var elements: [Element] = []
    while try step() { elements.append(try row(self.row)) }
    return elements
  }
}
