import SQLCore

extension PostgresConnection {
  /// Runs `body` in a transaction; rolls back and rethrows when it throws.
  ///
  /// Within another transaction it is a savepoint, for which the options are the other's.
  ///
  /// - Parameters:
  ///   - options: How the transaction sees what others do.
  ///   - body: What is to be done.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and `SQLError`: of kind `outcomeUnknown` where the connection was lost
  ///   while the transaction was being committed.
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

  /// Runs `body` as a part of the transaction that is under way; undoes that part when it throws.
  ///
  /// - Throws: What `body` throws, and `SQLError`.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // Statements mean the innermost savepoint of a name.
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
  /// The options with the limits that a connection through a pooler cannot have for longer.
  func withLimits(_ options: PostgresTransactionOptions) -> PostgresTransactionOptions {
    guard settings.hasTransactionPooler else { return options }
    var options = options
    options.statementTimeout = options.statementTimeout ?? settings.statementTimeout
    options.lockTimeout = options.lockTimeout ?? settings.lockTimeout
    return options
  }

  /// The error of a COMMIT that was a ROLLBACK.
  static var hadFailed: SQLError {
    SQLError(
      kind: .transactionFailed, code: SQLState.code("25P02"),
      message: "The transaction had failed before, and was rolled back", statement: "COMMIT",
      details: SQLErrorDetails(state: "25P02"))
  }
}
