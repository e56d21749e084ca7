import CSQLite
import Foundation
import SQLCore

/// Sees to it that the programs of a file come to an end, and that SQLite trusts those that have to be.
///
/// The connection owns it; statements have it to explain why they failed.
final class SchemaGuard {
  private weak var connection: SQLiteConnection?
  private let readPrograms: (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  private var programs = SchemaPrograms(foreign: [], hasViews: false, keepsIndexes: false)
  private let limit = SQLiteConnection.programStepLimit
  /// How many steps lie between two looks.
  private let interval: Int32
  /// How often each statement was found running since it began, and how many steps it may take.
  private var looks: [OpaquePointer: (count: Int64, limit: Int64)] = [:]
  private var hasEndedStatement = false

  /// How many steps are allowed for each byte of the file: more than any index or derived value takes to be kept while
  /// all rows are written.
  private static let stepsPerByte: Int64 = 100

  init(
    _ connection: SQLiteConnection,
    _ readPrograms: @escaping (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  ) {
    (self.connection, self.readPrograms) = (connection, readPrograms)
    interval = Int32(clamping: max(1_000, min(1_000_000, limit / 10)))
  }

  /// Looks at the programs of the file.
  func look() throws(SQLError) {
    guard let connection else { return }
    programs = try readPrograms(connection)
    if programs.keepsIndexes { _ = openswiftdata_trust_schema(connection.handle) }
    guard !programs.foreign.isEmpty else { return end(connection.handle) }
    // The connection owns the guard, and takes the handler away before either goes.
    sqlite3_progress_handler(
      connection.handle, interval,
      { context in
        guard let context else { return 0 }
        let own = Unmanaged<SchemaGuard>.fromOpaque(context).takeUnretainedValue()
        return own.mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Takes the handler away.
  func end(_ database: OpaquePointer) { sqlite3_progress_handler(database, 0, nil, nil) }

  /// Whether a statement that SQLite refused can be tried again, since the file has such indexes by now.
  func admits(_ code: Int32, _ database: OpaquePointer) -> Bool {
    guard code == SQLITE_ERROR, !programs.keepsIndexes,
      let message = sqlite3_errmsg(database),
      strncmp(message, "unsafe use of virtual table", 27) == 0
    else { return false }
    return (try? look()) != nil && programs.keepsIndexes
  }

  /// Takes note that a statement has ended, so that its next run is counted anew.
  func ended(_ statement: OpaquePointer) {
    if !looks.isEmpty { looks[statement] = nil }
  }

  /// Whether the statements that are running may take further steps.
  ///
  /// Statements that only read run no triggers. Looks are counted for the others, since SQLite tells the steps of a
  /// statement when it has paused or ended, and counts a trigger's run as one of its statement.
  private func mayGoOn() -> Bool {
    guard let database = connection?.handle else { return true }
    var found: [OpaquePointer: (count: Int64, limit: Int64)] = [:]
    var next = sqlite3_next_stmt(database, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0,
        programs.hasViews || sqlite3_stmt_readonly(statement) == 0
      {
        // What the statement adds to the file allows it nothing more.
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

  /// Why a statement was ended; nil where it failed by itself.
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
