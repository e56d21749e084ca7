import SQLCore

/// How often transactions were done again, since others were in their way.
package struct PostgresRepetitions: Hashable, Sendable {
  /// Of two that waited for each other the server ended one.
  package var deadlocks = 0
  /// Another transaction had changed the same rows first.
  package var serializationFailures = 0
  /// Another transaction had taken a unique value, or deleted what a row leads to.
  package var constraints = 0
  /// The connection was lost before all was written.
  package var lostConnections = 0

  mutating func note(_ kind: SQLError.Kind) {
    switch kind {
    case .deadlock: deadlocks += 1
    case .serializationFailure: serializationFailures += 1
    case .foreignKeyViolation, .uniqueViolation: constraints += 1
    // Nobody was in the way.
    case .statementIsGone: break
    default: lostConnections += 1
    }
  }
}
