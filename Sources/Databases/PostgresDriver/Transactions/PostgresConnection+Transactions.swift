import SQLCore

extension PostgresConnection {
  /// Runs `body` in a transaction; if `body` throws, rolls back and rethrows the error.
  ///
  /// Within another transaction this is a savepoint, and the outer transaction's options apply.
  ///
  /// - Parameters:
  ///   - options: The isolation and limits of the transaction.
  ///   - body: The work.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, and `SQLError`: of kind `outcomeUnknown` if the
  ///   connection was lost during the commit.
  package func transaction<Result>(
    _ options: PostgresTransactionOptions, _ body: () throws -> Result
  ) throws -> Result {
    committedPosition = nil
    guard !isInTransaction else { return try savepoint(body) }
    do {
      try execute(session.withLimits(options).text)
      session.hasTransactionTimeout = options.statementTimeout != nil
      let result = try body()
      if options.tellsPosition {
        committedPosition = try session.commitTellingPosition()
      } else {
        try execute("COMMIT")
      }
      guard session.hasCommitted else { throw PostgresSession.hadFailed }
      return result
    } catch {
      // The first failure is the one to report.
      if isOpen, isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` as a part of the current transaction; if `body` throws, undoes that part.
  ///
  /// - Throws: The error that `body` throws, and `SQLError`.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // A name refers to the innermost savepoint with that name.
    try execute("SAVEPOINT openswiftdata")
    do {
      let result = try body()
      try execute("RELEASE openswiftdata")
      return result
    } catch {
      try? execute("ROLLBACK TO openswiftdata; RELEASE openswiftdata")
      throw error
    }
  }
}

extension PostgresSession {
  /// The options, with limits that a connection behind a pooler cannot keep between transactions.
  func withLimits(_ options: PostgresTransactionOptions) -> PostgresTransactionOptions {
    guard settings.hasTransactionPooler else { return options }
    var options = options
    options.statementTimeout = options.statementTimeout ?? settings.statementTimeout
    options.lockTimeout = options.lockTimeout ?? settings.lockTimeout
    return options
  }

  /// The error of a COMMIT that rolled back instead.
  static var hadFailed: SQLError {
    SQLError(
      kind: .transactionFailed, code: SQLState.code("25P02"),
      message: "An earlier statement had failed, so the transaction was rolled back",
      statement: "COMMIT", details: SQLErrorDetails(state: "25P02"))
  }
}
