import SQLCore
import SwiftDataErrors

extension RecordSession {
  /// Writes changes in one transaction, which is planned again if it has to be repeated.
  ///
  /// - Parameters:
  ///   - source: The owner of the changes.
  ///   - others: Work that has to succeed before the transaction is committed.
  /// - Returns: The outcome.
  /// - Throws: `SwiftDataError` that explains why nothing was written.
  package func save(
    _ source: some SaveSource, before others: () throws -> Void = {}
  ) throws -> SaveOutcome {
    var outcome = SaveOutcome()
    try transaction(before: others, isRepeatable: true) { files in
      outcome = try SaveRun(source.plan(for: self), self, files, for: source).perform()
    }
    return outcome
  }

  /// Writes rows in one transaction, which is repeated if it conflicts with another writer.
  ///
  /// - Throws: `SwiftDataError` that explains why nothing was written.
  package func transaction(_ body: () throws -> Void) throws {
    try transaction(isRepeatable: true) { (_: ExternalChanges?) in try body() }
  }

  /// Runs `body` in a transaction of its own, after earlier writers have finished.
  ///
  /// - Parameters:
  ///   - others: Work that has to succeed before the transaction is committed.
  ///   - isRepeatable: Whether the transaction may be repeated if it conflicts with another writer.
  ///   - body: Writes; it receives the external files to create and delete, nil if there cannot be
  ///     any.
  /// - Throws: `SwiftDataError` that explains why nothing was written.
  func transaction(
    before others: () throws -> Void = {}, isRepeatable: Bool = false,
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    try checkWritable()
    let former = lastTransaction
    var attempt = 0
    var firstFailure: ContinuousClock.Instant?
    try reporting {
      while true {
        do {
          try store.withWriterLock {
            try store.writing(on: connection, before: others) { files in
              try checkSchema()
              try body(files)
            }
          }
          return noteOwnChanges()
        } catch {
          forgetTables()
          if lastTransaction != former { forgetTransaction() }
          attempt += 1
          let start = firstFailure ?? .now
          firstFailure = start
          // Reads within the transaction wrap the database's error.
          let cause = (error as? SwiftDataError)?.underlyingError ?? error
          guard isRepeatable, let failure = cause as? SQLError,
            store.shouldRepeat(after: failure, attempt: attempt, since: start)
          else { throw error }
          // Others have written, perhaps rows that the changes refer to.
          noteUnloadedMembers()
        }
      }
    }
  }
}
