import CPostgres
import SQLCore

extension PostgresConnection {
  /// Waits for what others say by NOTIFY on channels that the connection listens to.
  ///
  /// - Parameter limit: How long to wait.
  /// - Returns: Whether something arrived, of which ``onNotification`` was told.
  /// - Throws: `SQLError` of kind `connectionLost`.
  package func waitForNotifications(_ limit: Duration) throws(SQLError) -> Bool {
    try session.claim(nil)
    let link = session.link
    let deadline = ContinuousClock.now + limit
    while true {
      if session.takeNotifications() > 0 { return true }
      let left = Int32(clamping: (deadline - ContinuousClock.now).inMilliseconds)
      guard !link.wait(.reading, milliseconds: left).isEmpty else { return false }
      guard PQconsumeInput(link.handle) == 1, link.isOpen else {
        throw PostgresFailure.lost(PostgresFailure.message(of: link.handle), nil)
      }
    }
  }

  /// Listens to who says on a channel, by NOTIFY in the transaction, that something was changed: from now on
  /// ``contentVersion`` is another one after that, and the same else.
  ///
  /// - Throws: `SQLError` where the server does not take it.
  package func listenForChanges(on channel: String) throws(SQLError) {
    try execute("LISTEN \(dialect.quoted(channel))")
    session.changeChannel = channel
  }

  /// Says something on a channel, which others hear when the transaction is committed.
  package func notify(_ channel: String, _ payload: String) throws(SQLError) {
    _ = try rows("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)])
  }
}
