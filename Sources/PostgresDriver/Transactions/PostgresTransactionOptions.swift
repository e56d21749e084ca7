/// How a transaction sees what others do, and what it may do itself.
package struct PostgresTransactionOptions: Hashable, Sendable {
  /// How much of what others commit meanwhile a transaction sees.
  package enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
    /// All statements see what was committed before the first.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after the other; some fail for it, and are to be done again.
    case serializable = "SERIALIZABLE"
  }

  /// The database's own where nil.
  package var isolation: Isolation?
  package var isReadOnly = false
  /// Whether a serializable transaction that only reads waits until it cannot fail any more.
  package var isDeferrable = false
  /// How long a statement of the transaction may run.
  package var statementTimeout: Duration?
  /// How long a statement of the transaction may wait for a lock.
  package var lockTimeout: Duration?
  /// The table, as SQL has its name, that others may not take for themselves meanwhile, nor have taken: it is
  /// waited for before the transaction sees anything.
  package var sharedTable: String?

  /// Whether COMMIT is to tell how far the server has written by then
  /// (``PostgresConnection/committedPosition``); no roundtrip.
  package var tellsPosition = false

  package init(_ isolation: Isolation? = nil, isReadOnly: Bool = false) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
  }

  /// The statements that begin such a transaction, sent as one.
  var text: String {
    var text = "BEGIN"
    if let isolation { text += " ISOLATION LEVEL \(isolation.rawValue)" }
    if isReadOnly { text += " READ ONLY" }
    if isDeferrable { text += " DEFERRABLE" }
    if let limits { text += "; \(limits)" }
    if let sharedTable { text += "; LOCK TABLE \(sharedTable) IN ROW EXCLUSIVE MODE" }
    return text
  }

  /// What sets the limits within the transaction; nil for none.
  var limits: String? {
    var parts: [String] = []
    if let statementTimeout {
      parts.append("SET LOCAL statement_timeout = \(statementTimeout.inMilliseconds)")
    }
    if let lockTimeout { parts.append("SET LOCAL lock_timeout = \(lockTimeout.inMilliseconds)") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
