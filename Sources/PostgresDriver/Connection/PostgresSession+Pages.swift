import CPostgres
import SQLCore

extension PostgresSession {
  /// Runs a statement that gives few rows so that they come as one value, and has the statement take them.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - count: How many rows it gives at most.
  /// - Returns: Whether it was run; where not, it is to be run as it is.
  /// - Throws: `SQLError` where that would be of no use.
  func runAsPage(_ statement: PostgresStatement, atMost count: Int) throws(SQLError) -> Bool {
    let prepared = statement.prepared
    // In a transaction a failure would be the end of it.
    guard PageText.rowCounts.contains(count), statement.rowsAtOnce == nil, isNamed, isIdle,
      !isStreaming, !isInPipeline, link.isOpen, prepared.isDescribed, prepared.isBinary,
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
      // Of others, which are in the way of this run alone.
      case .serializationFailure, .deadlock, .lockTimeout: return false
      default: if noteWhatIsPrepared(error, page) { return false }
      }
    }
    // Run as it is, the statement says itself what is wrong with it, if it is that.
    prepared.page.forget()
    return false
  }
}
