import Locks
import SQLCore

// The operations around each statement of a user that borrows a connection only for that. They are
// kept together, because a processor that has slept meanwhile must load each page of code again.

extension PostgresPool {
  /// Lends a connection to its last user again.
  ///
  /// - Parameters:
  ///   - connection: The connection that the caller used last.
  ///   - loan: The caller's loan of it.
  /// - Returns: Whether the caller has the connection, to be returned with ``checkIn(_:)``; false
  ///   if somebody else has used it since, or it cannot be used any more.
  package func takeAgain(_ connection: PostgresConnection, _ loan: PostgresLoan) -> Bool {
    guard let place = connection.place, place.take(of: loan.number) else { return false }
    guard place.isUsable(connection) else {
      drop(PooledConnection(connection: connection, place: place))
      return false
    }
    loan.begin()
    place.noteLoan()
    return true
  }

  /// Returns a connection that was lent, and resets it for the next user or closes it.
  package func checkIn(_ connection: PostgresConnection) {
    guard let place = connection.place, !place.isFree else { return }
    if limits.reset == nil, connection.isInOrder {
      connection.endLoan(forGood: false)
    } else if !putInOrder(connection) {
      return drop(PooledConnection(connection: connection, place: place))
    }
    place.noteUse()
    place.give(after: connection.loan.number)
    if isWanted.load(ordering: .sequentiallyConsistent) { attend() }
  }

  /// Ends the loan of a connection and resets it for the next user; false if that is not possible.
  @inline(never)
  private func putInOrder(_ connection: PostgresConnection) -> Bool {
    connection.abandonRows()
    let isInTransaction = connection.isInTransaction
    // Observers of statements are not notified of these.
    connection.endLoan(forGood: isInTransaction || limits.reset != nil)
    if isInTransaction, connection.isOpen { try? connection.execute("ROLLBACK") }
    if let reset = limits.reset, connection.isOpen { try? connection.execute(reset) }
    return connection.isOpen && !(isInTransaction && connection.isInTransaction)
      && !connection.isGivenUp && !connection.isMisled
  }
}
