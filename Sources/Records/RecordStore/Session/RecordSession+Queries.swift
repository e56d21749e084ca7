import SQLCore
import SwiftDataErrors

/// A statement with the plan of a database for it.
package struct ExplainedStatement: Sendable {
  package let statement: SQLStatement
  /// The lines of the plan.
  package let plan: [String]
}

extension RecordSession {
  /// Runs a query as a user of the library wrote it, and passes its rows to `body`.
  ///
  /// The database lets it only read. Within a transaction it is a part that can fail alone.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - body: Reads the rows; it must not use the session.
  /// - Returns: What `body` returns.
  /// - Throws: `SwiftDataError.unsupportedQuery` for a statement that is not a query, and
  ///   `queryFailed` with the statement; errors of the store, and of `body`.
  package func query<Result>(
    _ query: SQLFragment, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try running(query) { text, connection in
      let statement = try connection.query(text.text, text.values)
      defer { statement.reset() }
      let result = try body(statement)
      try statement.checkValues()
      return result
    }
  }

  /// Explains how the database runs a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - measures: Whether to run the query and measure it, if the database can.
  /// - Returns: The explained statement and the plan.
  /// - Throws: As `query` does.
  package func explain(_ query: SQLFragment, measures: Bool) throws -> ExplainedStatement {
    try running(query) { text, connection in
      // Refuses statements that write.
      try connection.query(text.text, text.values).reset()
      let dialect = connection.dialect
      let rows = try connection.rows(
        dialect.explaining(measures: measures) + text.text, text.values)
      return ExplainedStatement(statement: text, plan: Self.plan(rows, dialect.features.planForm))
    }
  }

  /// The lines of a plan; each step is indented below the one that it belongs to.
  private static func plan(_ rows: [[SQLValue]], _ form: SQLFeatures.PlanForm) -> [String] {
    switch form {
    case .lines: return rows.map { $0.first?.text ?? "" }
    case .numberedSteps:
      var depths: [Int64: Int] = [:]
      return rows.compactMap { row in
        // The step's number, that of the step above it, an unused column, and the text.
        guard row.count == 4, case .integer(let number) = row[0], case .integer(let above) = row[1]
        else { return nil }
        let depth = depths[above].map { $0 + 1 } ?? 0
        depths[number] = depth
        return String(repeating: "  ", count: depth) + (row[3].text ?? "")
      }
    }
  }

  /// Runs `body`, which can only read, with the text of a query.
  private func running<Result>(
    _ query: SQLFragment, _ body: (SQLStatement, any QueryPreparing) throws -> Result
  ) throws -> Result {
    let text = connection.dialect.render(query)
    do {
      guard let connection = connection as? any QueryPreparing else {
        throw SQLError(kind: .unsupported, code: 0, message: "The connection runs no queries")
      }
      return try onlyReading { try body(text, connection) }
    } catch let error as SQLError {
      throw failure(error, of: text.text)
    }
  }

  /// Runs `body`, whose statements can only read, in a transaction of its own or in a part of the
  /// current one.
  private func onlyReading<Result>(_ body: () throws -> Result) throws -> Result {
    guard let part = connection.dialect.readOnlyPart else { return try body() }
    let (begin, end) =
      connection.isInTransaction ? part : (connection.dialect.beginReading, "ROLLBACK")
    try connection.execute(begin)
    do {
      let result = try body()
      try connection.execute(end)
      return result
    } catch {
      // The first failure is the one to report.
      if connection.isInTransaction { _ = try? connection.execute(end) }
      throw error
    }
  }

  /// The error for a failed query.
  private func failure(_ error: SQLError, of text: String) -> SwiftDataError {
    switch error.kind {
    case .misuse, .readOnly, .unsupported:
      return SwiftDataError.unsupportedQuery.explained(
        "The query was not run: \(error.reason). Statement: \(text)", path: store.path,
        advice: "Write one SELECT, with interpolated values. Change models through the context.",
        underlying: error)
    case .invalidStatement, .syntaxError, .undefinedTable, .undefinedColumn, .undefinedFunction,
      .invalidValue, .outOfRange, .permissionDenied, .statementTimeout, .constraintViolation,
      .interrupted, .tooBig, .other:
      // Another program may have migrated the store.
      let described = described(error)
      if described == .storeSchemaMismatch { return described }
      return SwiftDataError.queryFailed.explained(
        "The query failed: \(error.reason). Statement: \(text)", path: store.path,
        advice: "Correct the statement, or the values that it computes.", underlying: error)
    default: return described(error)
    }
  }
}
