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
    try checkWritable()
    let former = lastTransaction
    try reporting {
      do {
        try store.withWriterLock {
          try store.writing(on: connection, before: others) { files in
            try checkSchema()
            note(try SaveRun(plan(), self, files, witness: witness).perform())
          }
        }
      } catch {
        forgetMemberOrder()
        if lastTransaction != former { forgetTransaction() }
        throw error
      }
      noteOwnChanges()
    }
  }
}
