import Foundation
import SQLCore

extension ModelContext {
  /// Computes one or several aggregates over the models that match `descriptor`.
  ///
  /// ```swift
  /// let (count, days, last) = try context.aggregate(
  ///   FetchDescriptor<Trip>(), .count, .sum(\.days), .maximum(\.start))
  /// ```
  /// ```sql
  /// SELECT COUNT(*), SUM(ZDAYS), MAX(ZSTART) FROM ZTRIP
  /// ```
  ///
  /// Executes one statement and creates no models. Models are fetched if SQL cannot express the
  /// predicate or an aggregate. They are also fetched if the context has unsaved changes of the
  /// entity and the descriptor includes them. The result is the same, except for the rounding of
  /// floating-point sums, which depends on the order of the models.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models; a limit or an offset is applied before the aggregates are
  ///     computed.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: A tuple of the results; with one aggregate, its result.
  /// - Throws: `SwiftDataError.resultOutOfRange` for a sum that its type cannot represent, and the
  ///   errors of `fetch(_:)`.
  public func aggregate<T: PersistentModel, First, each Rest>(
    _ descriptor: FetchDescriptor<T>, _ first: Aggregate<T, First>,
    _ rest: repeat Aggregate<T, each Rest>
  ) throws -> (First, repeat each Rest) {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let aggregates = AggregateList<T>(query.binding)
    let head = try aggregates.add(first)
    let tail = (repeat try aggregates.add(each rest))
    if aggregates.isInRows, let rows = query.rows {
      let list = RowAggregates(terms: aggregates.terms, columns: aggregates.uses)
      do {
        return try rows.read(list, of: query.plan) { rows in
          // Without groups there is always one row.
          _ = try rows.step()
          let row = rows.row
          return (try head.value(in: row), repeat try (each tail).value(in: row))
        }
      } catch is AnsweredByModels {}
    }
    return try withModels(of: query) { models in
      (try head.value(of: models), repeat try (each tail).value(of: models))
    }
  }

  /// Computes one or several aggregates over the models of a type that match a predicate.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models.
  ///   - predicate: The predicate; nil for all models.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: A tuple of the results; with one aggregate, its result.
  /// - Throws: The errors of the same function for a descriptor with this predicate.
  public func aggregate<T: PersistentModel, First, each Rest>(
    _ model: T.Type, where predicate: Predicate<T>? = nil, _ first: Aggregate<T, First>,
    _ rest: repeat Aggregate<T, each Rest>
  ) throws -> (First, repeat each Rest) {
    try aggregate(FetchDescriptor<T>(predicate: predicate), first, repeat each rest)
  }
}
