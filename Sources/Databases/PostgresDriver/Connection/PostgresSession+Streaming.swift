import CPostgres
import SQLCore

// Rows that arrive in several results, so that they need not all be in memory at once.

extension PostgresSession {
  /// The next result with rows of a statement; nil after the last.
  ///
  /// - Throws: `SQLError`, after which the statement has ended.
  func nextOfStream(_ statement: PostgresStatement) throws(SQLError) -> OpaquePointer? {
    guard isStreaming, streaming === statement else { return nil }
    let next = link.nextResult()
    if let next, Self.isPart(next) { return next }
    defer { PQclear(next) }
    let status = next.map { PQresultStatus($0) } ?? PGRES_FATAL_ERROR
    endStream()
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      throw failure(
        of: next, statement.text, statement.prepared.command, wasIdle: streamWasIdle)
    }
    return nil
  }

  /// Ends a statement whose remaining rows are not needed.
  ///
  /// Outside of a transaction it is cancelled; within one, that would abort the transaction, so the
  /// rows are discarded.
  ///
  /// - Parameter owner: The statement to end; nil for whichever statement is streaming.
  func abandonStream(of owner: PostgresStatement? = nil) {
    guard isStreaming, owner == nil || streamOwner == owner.map(ObjectIdentifier.init) else {
      return
    }
    if streamWasIdle { link.cancel() }
    endStream()
  }

  private func endStream() {
    link.drain()
    isStreaming = false
    streaming = nil
    streamOwner = nil
    didRun()
  }
}
