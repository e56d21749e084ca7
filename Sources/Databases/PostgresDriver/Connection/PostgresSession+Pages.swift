import CPostgres
import SQLCore

extension PostgresSession {
  /// Runs a statement that returns few rows so that they arrive as a single value, and assigns them
  /// to the statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - count: The maximum number of rows that it returns.
  /// - Returns: Whether it ran; if not, run it unchanged.
  /// - Throws: `SQLError` if running it unchanged would fail too.
  func runAsPage(_ statement: PostgresStatement, atMost count: Int) throws(SQLError) -> Bool {
    let prepared = statement.prepared
    // Within a transaction a failure would abort the transaction.
    guard PageText.rowCounts.contains(count), statement.rowsAtOnce == nil, isNamed, isIdle,
      !isStreaming, link.isOpen, prepared.isDescribed, prepared.isBinary,
      let page = prepared.page.text(for: prepared)
    else { return false }
    do {
      let result = try attempt(statement, page, wasIdle: true, byName: true)
      if statement.takePage(result, prepared.columnTypes) { return true }
      PQclear(result)
    } catch {
      guard link.isOpen else { throw error }
      switch error.kind {
      case .interrupted, .statementTimeout: throw error
      // Conflicts with other transactions affect only this execution.
      case .serializationFailure, .deadlock, .lockTimeout: return false
      default: if noteWhatIsPrepared(error, page) { return false }
      }
    }
    // If the statement itself is invalid, running it unchanged reports that.
    prepared.page.forget()
    return false
  }
}
