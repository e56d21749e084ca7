import CPostgres
import SQLCore

extension PostgresSession {
  /// Runs a text that may contain several statements, and discards any rows.
  ///
  /// Unless it contains BEGIN, all of them are one transaction.
  ///
  /// - Parameters:
  ///   - text: The statements.
  ///   - look: Receives the result of each statement that succeeded.
  /// - Throws: `SQLError` of the first statement that fails.
  func execute(
    _ text: String, _ look: (OpaquePointer) -> Void = { _ in }
  ) throws(SQLError) {
    guard !text.utf8.contains(0) else {
      throw PostgresFailure.misuse("The statement contains a NUL character")
    }
    try claim(text)
    let wasIdle = isIdle
    let command = StatementCommand(text)
    let start: ContinuousClock.Instant? = loan.isObserved ? .now : nil
    if PQsendQuery(link.handle, text) == 1 { _ = link.flush() }
    let failed = firstFailure(text, command, look)
    didRun()
    defer { PQclear(failed.result) }
    var error = failed.error
    if error == nil, failed.result != nil || !link.isOpen {
      error = failure(
        of: failed.result, text, StatementCommand(script: text), wasIdle: wasIdle)
    }
    if let start {
      loan.report(
        text, since: start, rowCount: 0, expanded: loan.wantsValues ? text : nil, failure: error)
    }
    if let error { throw error }
  }

  /// Reads all results, and returns the first failure.
  private func firstFailure(
    _ text: String, _ command: StatementCommand, _ look: (OpaquePointer) -> Void
  ) -> (result: OpaquePointer?, error: SQLError?) {
    var failed: OpaquePointer?
    var error: SQLError?
    while let result = link.nextResult() {
      let status = PQresultStatus(result)
      switch status {
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        link.endCopy(status)
        error = Self.noCopying(text)
      case PGRES_FATAL_ERROR where failed == nil:
        failed = result
        continue
      default:
        let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
        if tag.hasPrefix("DISCARD") || tag.hasPrefix("DEALLOCATE") { generation += 1 }
        // Other statements may follow it.
        if command == .commit, status == PGRES_COMMAND_OK { hasCommitted = tag != "ROLLBACK" }
        look(result)
      }
      PQclear(result)
      if !link.isOpen { break }
    }
    return (failed, error)
  }
}
