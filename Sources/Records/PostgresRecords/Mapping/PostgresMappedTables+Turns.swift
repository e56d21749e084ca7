import PostgresDriver
import SQLCore

// Turns of transactions that conflicted repeatedly. They do not lock the tables themselves: that
// needs rights, and VACUUM and the creation of indexes would have to wait.

extension PostgresMappedTables {
  /// Runs a transaction after all others that take turns on one of the tables.
  ///
  /// The tables are represented by
  /// [advisory locks](https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS). The
  /// connection acquires them before the transaction begins, whose first query determines what it
  /// sees.
  ///
  /// - Throws: The error that `body` throws, and `SQLError`.
  func takingTurns(on connection: PostgresConnection, _ body: () throws -> Void) throws {
    defer {
      if connection.isOpen, (try? call("pg_advisory_unlock", connection)) == nil {
        connection.end()
      }
    }
    try call("pg_advisory_lock", connection)
    try body()
  }

  /// Calls a function for each table, in ascending order, so that nobody waits in a circle.
  private func call(_ function: String, _ connection: PostgresConnection) throws(SQLError) {
    let list = numbers.map { "\(Int32(bitPattern: $0))" }.joined(separator: ", ")
    _ = try connection.rows(
      """
      SELECT \(function)(\(PostgresStoreOpening.lockNumber), number) \
      FROM unnest(ARRAY[\(list)]::integer[]) AS number
      """)
  }
}
