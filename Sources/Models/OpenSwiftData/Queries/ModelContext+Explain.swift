import RecordStore
import SQLCore

/// How a database runs the statement of a fetch or a query.
///
/// ```swift
/// print(try context.explain(descriptor))
/// ```
///
/// > Note: SwiftData has no such type.
public struct FetchExplanation: Hashable, Sendable, CustomStringConvertible {
  /// The statement, with placeholders for its values.
  public let sql: String
  /// The values of the placeholders as SQL text; they may be private.
  public let parameters: [String]
  /// The lines of the database's plan, as
  /// [`EXPLAIN QUERY PLAN`](https://sqlite.org/eqp.html) or
  /// [`EXPLAIN`](https://www.postgresql.org/docs/15/using-explain.html) returns them.
  public let plan: [String]
  /// Whether the database finds, sorts and limits the models; if false, it returns more rows, and
  /// the context filters or sorts their models in memory.
  public let isComplete: Bool

  init(_ explained: ExplainedStatement, isComplete: Bool) {
    sql = explained.statement.text
    parameters = explained.statement.values.map(\.literal)
    plan = explained.plan
    self.isComplete = isComplete
  }

  /// The statement, its values, and the plan, in lines.
  public var description: String {
    let values = parameters.isEmpty ? [] : ["-- values: " + parameters.joined(separator: ", ")]
    let rest = isComplete ? [] : ["-- the context filters or sorts the models in memory"]
    return ([sql] + values + rest + plan).joined(separator: "\n")
  }
}

extension ModelContext {
  /// Explains how the database runs the statement that `fetch(_:)` would execute.
  ///
  /// Executes a statement that reads no rows, or with `measures` the fetch itself.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The fetch.
  ///   - measures: Whether PostgreSQL runs the statement and adds times, rows and buffers (`ANALYZE`).
  ///     SQLite has no such measurements.
  /// - Returns: The statement and its plan.
  /// - Throws: Errors of `fetch(_:)`; `SwiftDataError.unsupportedQuery` for a custom store.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, measures: Bool = false
  ) throws -> FetchExplanation {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try binding(of: T.self)
    let operations = try setOperations(of: binding.store)
    let plan = try plan(descriptor, binding)
    let overlays = descriptor.includePendingChanges && hasPendingChanges(mapIndex: binding.mapIndex)
    return FetchExplanation(
      try operations.explain(plan, measures: measures), isComplete: plan.isExact && !overlays)
  }

  /// Explains how the database runs a SQL query.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - measures: Whether PostgreSQL runs the statement and adds times, rows and buffers.
  /// - Returns: The statement and its plan.
  /// - Throws: Errors of ``query(_:as:)``.
  public func explain(_ query: SQLQuery, measures: Bool = false) throws -> FetchExplanation {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let resolved = try ResolvedQuery(query, core.bindings)
    let operations = try setOperations(of: resolved.store)
    return FetchExplanation(
      try operations.explain(resolved.statement, measures: measures), isComplete: true)
  }
}
