import CPostgres
import SQLCore

extension PostgresSession {
  /// The error of a statement whose result is a failure or missing.
  ///
  /// - Parameters:
  ///   - result: The result; nil if there was none.
  ///   - text: The statement.
  ///   - command: The kind of statement.
  ///   - wasIdle: Whether it ran outside of a transaction.
  /// - Returns: The error, with the details of the result.
  func failure(
    of result: OpaquePointer?, _ text: String, _ command: StatementCommand, wasIdle: Bool
  ) -> SQLError {
    var error = PostgresFailure.error(result, on: link.handle, statement: text)
    if error.kind == .readOnly { hasRefusedChanges = true }
    // The server uses one code for all cancelled statements, including those that its own timeout
    // ended.
    if error.kind == .interrupted, hasTransactionTimeout || settings.statementTimeout != nil {
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

  /// Whether a statement commits, so that its changes may or may not exist after a failure.
  private func mayHaveCommitted(_ command: StatementCommand, wasIdle: Bool) -> Bool {
    switch command {
    case .commit: true
    case .begin, .rollback, .reading, .forgetting: false
    case .query, .utility: wasIdle
    }
  }
}
