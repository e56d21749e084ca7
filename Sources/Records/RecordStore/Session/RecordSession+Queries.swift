import SQLCore
import SwiftDataErrors

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
    let text = connection.dialect.render(query)
    do {
      guard let connection = connection as? any QueryPreparing else {
        throw SQLError(kind: .unsupported, code: 0, message: "The connection runs no queries")
      }
      return try onlyReading {
        let statement = try connection.query(text.text, text.values)
        defer { statement.reset() }
        let result = try body(statement)
        try statement.checkValues()
        return result
      }
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
