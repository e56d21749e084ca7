import CPostgres
import SQLCore

extension PostgresConnection {
  /// Runs statements without waiting for each one: `body` adds them, and the call waits for a
  /// single roundtrip at the end.
  ///
  /// Outside of a transaction, all of them are one transaction: an error that `body` throws, or a
  /// failed execution, undoes everything. Within a transaction, a failure aborts that transaction,
  /// as usual. Statements must be prepared before the batch begins. The connection cannot be used
  /// for anything else during the batch.
  ///
  /// - Parameters:
  ///   - onResult: Receives the index of each execution, from 0, and its rows when they arrive. An
  ///     error that it throws ends the batch.
  ///   - body: Adds the executions.
  /// - Returns: The value that `body` returns.
  /// - Throws: `PostgresBatchFailure`; errors of `body` or `onResult`; `SQLError` if the batch
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
      // With `onResult`, any result up to the last one may still cause a rollback, so the commit
      // follows later.
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

  /// Runs one statement with each of several rows of values, as a batch.
  ///
  /// - Returns: The number of changed rows.
  /// - Throws: The same errors as ``batch(onResult:_:)``.
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
