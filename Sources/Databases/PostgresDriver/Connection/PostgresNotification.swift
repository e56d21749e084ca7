import CPostgres

/// A notification (`NOTIFY`) on a channel that a connection listens to.
package struct PostgresNotification: Hashable, Sendable {
  package var channel: String
  package var payload: String
  /// The process ID of the backend that sent it.
  package var process: Int32

  init(_ notification: PGnotify) {
    channel = notification.relname.map { String(cString: $0) } ?? ""
    payload = notification.extra.map { String(cString: $0) } ?? ""
    process = notification.be_pid
  }
}
