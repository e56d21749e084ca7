import CSQLite
import SQLCore

@testable import SQLiteDriver

/// Interrupts SQLite after a number of virtual machine steps anywhere in a transaction, even within
/// a statement that writes rows.
///
/// Outside a transaction nothing is interrupted. SQLite calls the handler again after a COMMIT, and
/// would report the COMMIT as interrupted; its caller could not know the outcome. Callers check
/// `hasFired` before each statement.
final class ProgressFuse {
  /// The number of instructions in a step.
  private static let stride: Int32 = 50

  private var left: Int
  private var connections: [SQLiteConnection] = []
  /// Whether a statement was interrupted, or the next one must be.
  private(set) var hasFired = false

  init(after count: Int) { left = count }

  /// Watches a connection; repeated calls have no effect.
  func watch(_ connection: any SQLConnection) {
    guard let connection = connection as? SQLiteConnection,
      !connections.contains(where: { $0 === connection })
    else { return }
    connections.append(connection)
    // SQLite calls it on the thread that uses the connection, and never after `end`.
    sqlite3_progress_handler(
      connection.handle, Self.stride,
      { fuse in
        guard let fuse else { return 0 }
        return Unmanaged<ProgressFuse>.fromOpaque(fuse).takeUnretainedValue().burn() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Interrupts one statement; the rollback that follows must not be interrupted.
  private func burn() -> Bool {
    left -= 1
    guard left == 0 else { return false }
    hasFired = true
    return connections.contains { sqlite3_get_autocommit($0.handle) == 0 }
  }

  /// Stops watching.
  func end() {
    for connection in connections { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
    connections = []
  }

  deinit { end() }
}
