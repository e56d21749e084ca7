import SQLCore
import SwiftDataErrors

extension RecordSession {
  /// Carries out a plan within a transaction, which the caller began.
  ///
  /// - Parameters:
  ///   - plan: What to write.
  ///   - files: The external files to create and delete; nil if there cannot be any.
  ///   - keeper: Keeps values that the save would lose; nil if nobody needs them.
  /// - Returns: The outcome.
  /// - Throws: `SwiftDataError` that explains what cannot be written; the caller must roll back.
  package func carryOut(
    _ plan: SavePlan, _ files: ExternalChanges?, keeping keeper: (any ValueKeeper)?
  ) throws -> SaveOutcome { try SaveRun(plan, self, files, keeper).perform() }

  /// Runs `body`, whose reads and writes with this session are one transaction.
  ///
  /// The saves and other writes of `body` are parts of the transaction. If it conflicts with another
  /// transaction, it is rolled back, and `body` runs again.
  ///
  /// - Parameters:
  ///   - isolation: How the transaction is isolated from others.
  ///   - body: Reads and writes.
  /// - Throws: What `body` throws, and `SwiftDataError` that explains why nothing was written.
  package func transaction(_ isolation: StoreIsolation, _ body: () throws -> Void) throws {
    guard outerTransaction == nil else { return try transaction(body) }
    guard store.allowsSave else { return try atOneMoment(body) }
    defer { outerTransaction = nil }
    try transaction(isolation: isolation, isRepeatable: true) { files in
      outerTransaction = OuterTransaction(files: files)
      // Others may have written between the last read and the beginning of the transaction.
      noteUnknownChanges()
      do {
        try body()
      } catch {
        throw outerTransaction?.cause(of: error) ?? error
      }
      // `body` may have caught the error.
      if let conflict = outerTransaction?.conflict { throw conflict }
      guard connection.isInTransaction else { throw Self.hasEnded }
      outerTransaction = nil
    }
    // What others committed meanwhile was announced, but not read.
    noteUnknownChanges()
  }

  /// Runs `body`, whose reads see one state.
  ///
  /// - Throws: What the store and `body` throw.
  func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    guard !connection.isInTransaction else { return try body() }
    try reporting { try connection.execute(connection.dialect.beginReading) }
    defer { _ = try? connection.execute("COMMIT") }
    noteUnknownChanges()
    return try body()
  }

  /// Writes rows in one transaction, which is repeated if it conflicts with another writer.
  ///
  /// - Throws: `SwiftDataError` that explains why nothing was written.
  package func transaction(_ body: () throws -> Void) throws {
    try transaction(isRepeatable: true) { (_: ExternalChanges?) in try body() }
  }

  /// Runs `body` in a transaction, after earlier writers have finished; within an outer transaction,
  /// `body` becomes a part of it that can fail alone.
  ///
  /// - Parameters:
  ///   - others: Work that has to succeed before the transaction is committed.
  ///   - isolation: How the transaction is isolated from others.
  ///   - isRepeatable: Whether the transaction may be repeated if it conflicts with another writer.
  ///   - body: Writes; it receives the external files to create and delete, nil if there cannot be
  ///     any.
  /// - Throws: `SwiftDataError` that explains why nothing was written.
  package func transaction(
    before others: () throws -> Void = {}, isolation: StoreIsolation = .repeatableRead,
    isRepeatable: Bool = false, _ body: (ExternalChanges?) throws -> Void
  ) throws {
    if let outerTransaction {
      return try join(outerTransaction) {
        try body(outerTransaction.files)
        try others()
      }
    }
    try checkWritable()
    let former = lastTransaction
    var attempt = 0
    var firstFailure: ContinuousClock.Instant?
    try reporting {
      while true {
        do {
          try store.withWriterLock {
            try store.writing(
              on: connection, WriteAttempt(isolation, conflicts: attempt), before: others
            ) { files in
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

// Transactions that contain saves.

extension RecordSession {
  private func join(_ outer: OuterTransaction, _ body: () throws -> Void) throws {
    try reporting {
      // After some failures SQLite has ended the transaction; this part must not be committed alone.
      guard connection.isInTransaction else { throw Self.hasEnded }
      do {
        try connection.transaction(body)
      } catch {
        forgetTables()
        throw error
      }
    }
  }

  /// The error for a transaction that the database has rolled back after an earlier failure.
  private static var hasEnded: SQLError {
    SQLError(
      kind: .transactionFailed, code: 0,
      message: "An earlier statement had failed, so the transaction was rolled back")
  }
}
