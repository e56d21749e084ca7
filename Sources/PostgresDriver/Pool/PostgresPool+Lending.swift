import Locks
import SQLCore

// What is done for each statement of who has a connection for that alone: together, since a processor that has slept
// meanwhile reads each page of code anew.

extension PostgresPool {
  /// Lends out a connection again.
  ///
  /// - Parameters:
  ///   - connection: The connection that the caller had last.
  ///   - loan: His loan of it.
  /// - Returns: Whether the connection is his again, to be given back by ``checkIn(_:)``; not where somebody else has
  ///   had it since, or it is not to be used any more.
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

  /// Takes back a connection that was lent out.
  package func checkIn(_ connection: PostgresConnection) {
    guard let place = connection.place, !place.isFree else { return }
    takeBack(connection, place)
  }

  /// Takes back a connection, as it should be for the next user, or closes it.
  func takeBack(_ pooled: PooledConnection) { takeBack(pooled.connection, pooled.place) }

  private func takeBack(_ connection: PostgresConnection, _ place: PoolPlace) {
    if limits.reset == nil, connection.isInOrder {
      connection.endLoan(forGood: false)
    } else if !putInOrder(connection) {
      return drop(PooledConnection(connection: connection, place: place))
    }
    place.noteUse()
    place.give(after: connection.loan.number)
    if isWanted.load(ordering: .sequentiallyConsistent) { attend() }
  }

  /// Ends the loan of a connection, and makes it as it should be for the next user; false where it cannot be.
  @inline(never)
  private func putInOrder(_ connection: PostgresConnection) -> Bool {
    connection.resume()
    connection.abandonRows()
    let isInTransaction = connection.isInTransaction
    // Nobody who is told of statements is told of these.
    connection.endLoan(forGood: isInTransaction || limits.reset != nil)
    if isInTransaction, connection.isOpen { try? connection.execute("ROLLBACK") }
    if let reset = limits.reset, connection.isOpen { try? connection.execute(reset) }
    return connection.isOpen && !(isInTransaction && connection.isInTransaction)
      && !connection.isGivenUp && !connection.isMisled
  }
}
