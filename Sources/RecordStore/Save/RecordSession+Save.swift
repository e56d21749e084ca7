import SQLCore
import SwiftDataErrors

extension RecordSession {
  /// Writes what a plan says in one transaction.
  ///
  /// - Parameters:
  ///   - witness: Who has to look at rows before they are given up.
  ///   - others: What has to succeed before the transaction is committed.
  ///   - plan: Makes the plan, when nobody else can write any more.
  ///   - note: Takes note of the outcome, which counts when all has succeeded.
  /// - Throws: `SwiftDataError` that says why nothing was written.
  package func save(
    witness: (any SaveWitness)?, before others: () throws -> Void = {},
    plan: () throws -> SavePlan, _ note: (SaveOutcome) -> Void
  ) throws {
    try transaction(before: others, isRepeatable: true) { files in
      note(try SaveRun(plan(), self, files, witness: witness).perform())
    }
  }

  /// Writes rows in one transaction, all of which may be done again where others were in the way.
  ///
  /// - Throws: `SwiftDataError` that says why nothing was written.
  package func transaction(_ body: () throws -> Void) throws {
    try transaction(isRepeatable: true) { (_: ExternalChanges?) in try body() }
  }

  /// Writes in one transaction, when those that came before are done.
  ///
  /// - Parameters:
  ///   - others: What has to succeed before the transaction is committed.
  ///   - isRepeatable: Whether all of it may be done again where others were in the way.
  ///   - body: Writes; it gets the files to make and to give up, nil where there can be none.
  /// - Throws: `SwiftDataError` that says why nothing was written.
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
          // What reads within the transaction tells of a failure in the words of the store.
          let cause = (error as? SwiftDataError)?.underlyingError ?? error
          guard isRepeatable, let failure = cause as? SQLError,
            store.shouldRepeat(after: failure, attempt: attempt, since: start)
          else { throw error }
          // Others have written, perhaps what the changes lead to.
          noteUnloadedMembers()
        }
      }
    }
  }
}
