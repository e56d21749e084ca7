import Foundation
import SQLCore

/// One aggregate of a statement.
struct ListedAggregate<Model: PersistentModel, Result> {
  private let aggregate: Aggregate<Model, Result>
  private let binding: EntityBinding
  private let column: Int
  private let reading: AttributeReading<Result>?

  fileprivate init(
    _ aggregate: Aggregate<Model, Result>, _ binding: EntityBinding, column: Int,
    _ reading: AttributeReading<Result>?
  ) {
    (self.aggregate, self.binding) = (aggregate, binding)
    (self.column, self.reading) = (column, reading)
  }

  func value(in row: any RowReader) throws -> Result {
    guard let reading else {
      preconditionFailure("An aggregate that SQL cannot compute was read from a row.")
    }
    return try reading(row, column)
  }

  func value(of models: [Model]) throws -> Result { try aggregate.reduce(binding, models) }
}

/// The aggregates of a statement, with their terms.
final class AggregateList<Model: PersistentModel> {
  private let binding: EntityBinding
  /// The columns of the table that the terms use.
  private(set) var uses: [SQLFragment]
  private(set) var terms: [SQLFragment]
  /// Whether SQL can compute all of them.
  private(set) var isInRows = true

  /// Creates a list whose columns in a row follow those of the grouping.
  init(_ binding: EntityBinding, after grouping: Grouping<Model>? = nil) {
    self.binding = binding
    (uses, terms) = (grouping?.columns ?? [], grouping?.listedTerms ?? [])
  }

  func add<Result>(
    _ aggregate: Aggregate<Model, Result>
  ) throws -> ListedAggregate<Model, Result> {
    guard let columns = try aggregate.columns(binding) else {
      isInRows = false
      return ListedAggregate(aggregate, binding, column: 0, nil)
    }
    let start = terms.count
    terms += columns.terms
    for column in columns.uses where !uses.contains(column) { uses.append(column) }
    return ListedAggregate(aggregate, binding, column: start, columns.reading)
  }
}
