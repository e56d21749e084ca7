/// The isolation, access mode and limits of a transaction.
package struct PostgresTransactionOptions: Hashable, Sendable {
  /// How much a transaction sees of what others commit meanwhile.
  package enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
    /// All statements see what was committed before the first one.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after another; some fail because of that and must be retried.
    case serializable = "SERIALIZABLE"
  }

  /// The isolation level; nil for the database's default.
  package var isolation: Isolation?
  package var isReadOnly = false
  /// How long a statement of the transaction may run.
  package var statementTimeout: Duration?
  /// How long a statement of the transaction may wait for a lock.
  package var lockTimeout: Duration?
  /// The SQL name of a table that the transaction locks before it reads anything; nil for none.
  package var lockedTable: String?
  package var tableLock = TableLock.shared

  /// Whose locks of the table a transaction waits for, and who waits for its lock.
  package enum TableLock: String, Hashable, Sendable {
    /// Waits for transactions that are `alone`.
    case shared = "ROW EXCLUSIVE"
    /// Also waits for others of this kind.
    case inTurn = "SHARE UPDATE EXCLUSIVE"
    /// Waits for all others that lock the table.
    case alone = "EXCLUSIVE"
  }

  /// Whether COMMIT reports the server's write position (``PostgresConnection/committedPosition``),
  /// without another roundtrip.
  package var tellsPosition = false

  package init(_ isolation: Isolation? = nil, isReadOnly: Bool = false) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
  }

  /// The statements that begin the transaction, sent as one message.
  var text: String {
    var text = "BEGIN"
    if let isolation { text += " ISOLATION LEVEL \(isolation.rawValue)" }
    if isReadOnly { text += " READ ONLY" }
    if let limits { text += "; \(limits)" }
    if let lockedTable { text += "; LOCK TABLE \(lockedTable) IN \(tableLock.rawValue) MODE" }
    return text
  }

  /// The statements that set the limits within the transaction; nil for none.
  var limits: String? {
    var parts: [String] = []
    if let statementTimeout {
      parts.append("SET LOCAL statement_timeout = \(statementTimeout.inMilliseconds)")
    }
    if let lockTimeout { parts.append("SET LOCAL lock_timeout = \(lockTimeout.inMilliseconds)") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
