import SQLCore

/// How often transactions were retried because of others, by reason.
package struct PostgresRepetitions: Hashable, Sendable {
  /// The server aborted one of two transactions that waited for each other.
  package var deadlocks = 0
  /// Another transaction had changed the same rows first.
  package var serializationFailures = 0
  /// Another transaction had used a unique value, or deleted a referenced row.
  package var constraints = 0
  /// The connection was lost before everything was written.
  package var lostConnections = 0

  mutating func note(_ kind: SQLError.Kind) {
    switch kind {
    case .deadlock: deadlocks += 1
    case .serializationFailure: serializationFailures += 1
    case .foreignKeyViolation, .uniqueViolation: constraints += 1
    // Not caused by another transaction.
    case .statementIsGone: break
    default: lostConnections += 1
    }
  }
}
