import CPostgres
import SQLCore

extension PostgresConnection {
  /// Waits for notifications (`NOTIFY`) on channels that the connection listens to.
  ///
  /// - Parameter limit: How long to wait.
  /// - Returns: Whether a notification arrived .
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

  /// Listens on a channel on which transactions announce their changes with NOTIFY.
  ///
  /// From now on, ``contentVersion`` changes only after such a notification.
  ///
  /// - Throws: `SQLError` if the server rejects the request.
  package func listenForChanges(on channel: String) throws(SQLError) {
    try execute("LISTEN \(dialect.quoted(channel))")
    session.changeChannel = channel
  }

  /// Sends a notification on a channel, which others receive when the transaction is committed.
  package func notify(_ channel: String, _ payload: String) throws(SQLError) {
    _ = try rows("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)])
  }
}
