import CPostgres
import SQLCore

extension PostgresSession {
  /// The error of a statement's result, or of its lack.
  ///
  /// - Parameters:
  ///   - result: The result; nil where none came.
  ///   - text: The statement.
  ///   - command: What it is.
  ///   - wasIdle: Whether it was a transaction of its own.
  ///   - wasRequested: Whether it was asked to end.
  /// - Returns: The error, with what the result tells.
  func failure(
    of result: OpaquePointer?, _ text: String, _ command: StatementCommand, wasIdle: Bool,
    wasRequested: Bool
  ) -> SQLError {
    classified(
      PostgresFailure.error(result, on: link.handle, statement: text), command, wasIdle: wasIdle,
      wasRequested: wasRequested)
  }

  /// The error with the kind that it has for who knows what was going on.
  func classified(
    _ error: SQLError, _ command: StatementCommand, wasIdle: Bool, wasRequested: Bool
  ) -> SQLError {
    var error = error
    if error.kind == .readOnly { hasRefusedChanges = true }
    // The server has one code for all statements that it ends on request, be it of its own clock.
    if error.kind == .interrupted, !wasRequested,
      hasTransactionTimeout || settings.statementTimeout != nil
    {
      error.kind = .statementTimeout
    }
    let isLost = !link.isOpen || error.kind == .connectionLost || error.kind == .shutdown
    if isLost, mayHaveCommitted(command, wasIdle: wasIdle) {
      error.kind = .outcomeUnknown
      error.message =
        "The connection was lost while the change was being committed: \(error.message)"
    }
    return error
  }

  /// Whether a statement makes changes last, so that they may, or may not, be there after a failure.
  private func mayHaveCommitted(_ command: StatementCommand, wasIdle: Bool) -> Bool {
    switch command {
    case .commit: true
    case .begin, .rollback, .reading, .forgetting: false
    case .query, .utility: wasIdle
    }
  }
}
