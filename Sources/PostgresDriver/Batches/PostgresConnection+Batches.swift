import CPostgres
import SQLCore

extension PostgresConnection {
  /// Runs statements without waiting for each: `body` adds them, one way to the server and back is
  /// waited for in the end.
  ///
  /// All of them are one transaction, if none is under way: what `body` throws, and what fails, leaves
  /// nothing of them. Within a transaction a failure is the transaction's end, as always. Statements
  /// are to be prepared before the batch begins, within which the connection does nothing else.
  ///
  /// - Parameters:
  ///   - onResult: Gets the number of each run, from 0, and its rows, when they arrive; what it throws
  ///     ends the batch.
  ///   - body: Adds the runs.
  /// - Returns: What `body` returns.
  /// - Throws: `PostgresBatchFailure`, what `body` or `onResult` throws, or `SQLError` where the batch
  ///   cannot begin.
  package func batch<Result>(
    onResult: ((Int, PostgresRows) throws -> Void)? = nil,
    _ body: (PostgresBatch) throws -> Result
  ) throws -> Result {
    try session.claim(nil)
    let isOwnTransaction = session.isIdle
    guard session.canceller.begin(evenIfCancelled: false) else {
      throw PostgresFailure.interrupted(nil)
    }
    let batch = PostgresBatch(session, onResult)
    PQenterPipelineMode(session.link.handle)
    session.isInPipeline = true
    var isCommitting = false
    let outcome = Swift.Result<Result, any Error> {
      if isOwnTransaction { _ = batch.frame("BEGIN") }
      let result: Result
      do {
        result = try body(batch)
      } catch {
        try? batch.finish()
        throw batch.failure ?? error
      }
      // Who looks at results may give up at the last of them.
      if isOwnTransaction, batch.failure == nil, onResult == nil {
        isCommitting = batch.frame("COMMIT")
      }
      try batch.finish()
      return result
    }
    return try end(outcome, isOwnTransaction: isOwnTransaction, isCommitting: isCommitting)
  }

  private func end<Result>(
    _ outcome: Swift.Result<Result, any Error>, isOwnTransaction: Bool, isCommitting: Bool
  ) throws -> Result {
    PQexitPipelineMode(session.link.handle)
    session.isInPipeline = false
    let wasRequested = session.canceller.end()
    session.didRun()
    do {
      let result = try outcome.get()
      if isOwnTransaction, session.isInTransaction { try commit() }
      return result
    } catch var failure as PostgresBatchFailure {
      failure.error = session.classified(
        failure.error, isCommitting ? .commit : .query, wasIdle: false, wasRequested: wasRequested)
      rollBack(isOwnTransaction)
      throw failure
    } catch {
      rollBack(isOwnTransaction)
      throw error
    }
  }

  private func commit() throws {
    do throws(SQLError) {
      try execute("COMMIT")
    } catch {
      throw PostgresBatchFailure(index: nil, error: error)
    }
  }

  private func rollBack(_ isOwnTransaction: Bool) {
    if isOwnTransaction, isOpen, session.isInTransaction { try? execute("ROLLBACK") }
  }

  /// Runs one statement with each of some rows of values, in one go.
  ///
  /// - Returns: How many rows they have changed.
  /// - Throws: As ``batch(onResult:_:)`` does.
  @discardableResult
  package func runBatch(_ text: String, _ rows: some Sequence<[SQLValue]>) throws -> Int {
    let statement = try statement(text)
    defer { statement.reset() }
    var changed: PostgresBatch?
    try batch { batch in
      changed = batch
      for values in rows {
        for (index, value) in values.enumerated() { statement.bind(value, index + 1) }
        try batch.add(statement)
      }
    }
    return changed?.changedRowCount ?? 0
  }
}
