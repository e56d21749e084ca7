import Foundation
import RecordStore
import SQLCore

extension ModelContext {
  /// What one or several aggregates are over the models that `descriptor` asks for.
  ///
  /// ```swift
  /// let (count, days, last) = try context.aggregate(
  ///   FetchDescriptor<Trip>(), .count, .sum(\.days), .maximum(\.start))
  /// ```
  /// ```sql
  /// SELECT COUNT(*), SUM(ZDAYS), MAX(ZSTART) FROM ZTRIP
  /// ```
  ///
  /// Executes one statement and makes no models. Models are fetched where SQL cannot say the
  /// predicate or an aggregate, and where the context has unsaved changes of the entity and the
  /// descriptor includes them; the result is the same, but for the rounding of floating-point sums,
  /// which depends on the order of the models.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: Which models; with a limit or an offset, the aggregates are those of the models
  ///     that are left.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: A tuple of the results; with one aggregate, its result.
  /// - Throws: `SwiftDataError.resultOutOfRange` for a sum that its type does not hold, and what
  ///   `fetch(_:)` throws.
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
    if aggregates.isInRows, let found = query.statement {
      let terms = aggregates.terms.joined(separator: ", ")
      let statement: SQLFragment = "SELECT \(terms)\(found.source(of: aggregates.uses))"
      do {
        return try recordSession(query.binding.store).records.read(statement) { statement in
          // Without GROUP BY there is always one row.
          _ = try statement.step()
          let row = statement.row
          return (try head.value(in: row), repeat try (each tail).value(in: row))
        }
      } catch is AnsweredByModels {}
    }
    return try withModels(of: query) { models in
      (try head.value(of: models), repeat try (each tail).value(of: models))
    }
  }

  /// What one or several aggregates are over the models of a type that meet a predicate.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The type of the models.
  ///   - predicate: Which of them; nil for all.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: A tuple of the results; with one aggregate, its result.
  /// - Throws: As for a descriptor with that predicate.
  public func aggregate<T: PersistentModel, First, each Rest>(
    _ model: T.Type, where predicate: Predicate<T>? = nil, _ first: Aggregate<T, First>,
    _ rest: repeat Aggregate<T, each Rest>
  ) throws -> (First, repeat each Rest) {
    try aggregate(FetchDescriptor<T>(predicate: predicate), first, repeat each rest)
  }
}
