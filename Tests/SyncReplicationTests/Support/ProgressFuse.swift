import CSQLite
import SQLCore

@testable import SQLiteDriver

/// Ends what SQLite does after a number of steps of its virtual machine, wherever that is in a transaction: also
/// within a statement that writes rows.
///
/// Outside of a transaction nothing is ended: SQLite asks once more when a COMMIT is done, and would report it as
/// interrupted, so that who asked for it would not know of what is in the store. Whoever looks at `hasFired` before
/// each statement ends there.
final class ProgressFuse {
  /// How many instructions a step has.
  private static let stride: Int32 = 50

  private var left: Int
  private var connections: [SQLiteConnection] = []
  /// Whether something was ended, or is to be.
  private(set) var hasFired = false

  init(after count: Int) { left = count }

  /// Watches a connection, once.
  func watch(_ connection: any SQLConnection) {
    guard let connection = connection as? SQLiteConnection,
      !connections.contains(where: { $0 === connection })
    else { return }
    connections.append(connection)
    // SQLite calls it in the thread that works with the connection, and no more after `end`.
    sqlite3_progress_handler(
      connection.handle, Self.stride,
      { fuse in
        guard let fuse else { return 0 }
        return Unmanaged<ProgressFuse>.fromOpaque(fuse).takeUnretainedValue().burn() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends one statement: what rolls the transaction back is not to be ended too.
  private func burn() -> Bool {
    left -= 1
    guard left == 0 else { return false }
    hasFired = true
    return connections.contains { sqlite3_get_autocommit($0.handle) == 0 }
  }

  /// Watches nothing any more.
  func end() {
    for connection in connections { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
    connections = []
  }

  deinit { end() }
}
