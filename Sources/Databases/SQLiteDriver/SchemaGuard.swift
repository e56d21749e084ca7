import CSQLite
import Foundation
import SQLCore

/// Ends triggers and views that run too long, and trusts the file's triggers if indexes need them.
///
/// The connection owns it; statements use it to explain their failures.
final class SchemaGuard {
  private weak var connection: SQLiteConnection?
  private let readPrograms: (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  private var programs = SchemaPrograms(foreign: [], hasViews: false, keepsIndexes: false)
  private let limit = SQLiteConnection.programStepLimit
  /// The number of steps between two checks.
  private let interval: Int32
  /// For each running statement, the number of checks since it began, and its limit of steps.
  private var looks: [OpaquePointer: (count: Int64, limit: Int64)] = [:]
  private var hasEndedStatement = false

  /// The number of steps allowed for each byte of the file.
  ///
  /// It is more than maintaining any index or derived value takes while all rows are written.
  private static let stepsPerByte: Int64 = 100

  init(
    _ connection: SQLiteConnection,
    _ readPrograms: @escaping (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  ) {
    (self.connection, self.readPrograms) = (connection, readPrograms)
    interval = Int32(clamping: max(1_000, min(1_000_000, limit / 10)))
  }

  /// Reads the triggers and views of the file, and limits their steps if there are any.
  func look() throws(SQLError) {
    guard let connection else { return }
    programs = try readPrograms(connection)
    if programs.keepsIndexes { _ = openswiftdata_trust_schema(connection.handle) }
    guard !programs.foreign.isEmpty else { return end(connection.handle) }
    // The connection owns the guard, and removes the handler before either is released.
    sqlite3_progress_handler(
      connection.handle, interval,
      { context in
        guard let context else { return 0 }
        let own = Unmanaged<SchemaGuard>.fromOpaque(context).takeUnretainedValue()
        return own.mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Removes the handler.
  func end(_ database: OpaquePointer) { sqlite3_progress_handler(database, 0, nil, nil) }

  /// Whether a statement that SQLite rejected can be tried again, because the file has index
  /// triggers now.
  func admits(_ code: Int32, _ database: OpaquePointer) -> Bool {
    guard code == SQLITE_ERROR, !programs.keepsIndexes,
      let message = sqlite3_errmsg(database),
      strncmp(message, "unsafe use of virtual table", 27) == 0
    else { return false }
    return (try? look()) != nil && programs.keepsIndexes
  }

  /// Records that a statement has ended, so that its next run is counted from zero.
  func ended(_ statement: OpaquePointer) {
    if !looks.isEmpty { looks[statement] = nil }
  }

  /// Whether the running statements may continue.
  ///
  /// Statements that only read do not run triggers. For the others, checks are counted, because
  /// SQLite reports the steps of a statement only when it has paused or ended, and counts a run of
  /// a trigger as a run of its statement.
  private func mayGoOn() -> Bool {
    guard let database = connection?.handle else { return true }
    var found: [OpaquePointer: (count: Int64, limit: Int64)] = [:]
    var next = sqlite3_next_stmt(database, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0,
        programs.hasViews || sqlite3_stmt_readonly(statement) == 0
      {
        // Growth of the file during the statement does not raise the limit.
        let former = looks[statement] ?? (0, limit + Self.stepsPerByte * fileSize)
        found[statement] = (former.count + 1, former.limit)
      }
      next = sqlite3_next_stmt(database, statement)
    }
    looks = found
    guard found.values.contains(where: { $0.count * Int64(interval) > $0.limit }) else {
      return true
    }
    hasEndedStatement = true
    return false
  }

  private var fileSize: Int64 {
    guard let path = connection?.path else { return 0 }
    return ["", "-wal"].reduce(0) { size, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? size + Int64(status.st_size) : size
    }
  }

  /// The reason why a statement was ended; nil if it failed otherwise.
  func failure(_ code: Int32, _ text: String) -> SQLError? {
    guard hasEndedStatement, code & 0xff == SQLITE_INTERRUPT else { return nil }
    hasEndedStatement = false
    let rest = programs.foreign.count - 3
    let names = programs.foreign.prefix(3).joined(separator: ", ")
    return SQLError(
      kind: .programIsTooLong, code: code,
      message: "a statement was ended after more than \(limit) steps, which runs the \(names)"
        + (rest > 0 ? " or \(rest) more" : ""), statement: text)
  }
}
