import CSQLite
import Foundation
import SQLCore

/// Ends triggers and views that run too long, limits the values that the file's code computes, and
/// trusts the file's triggers if indexes need them.
///
/// The connection owns it; statements report to it, and use it to explain their failures.
final class SchemaGuard {
  private weak var connection: SQLiteConnection?
  private let readPrograms: (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  private var programs = SchemaPrograms(
    foreign: [], expressions: [], hasViews: false, keepsIndexes: false)
  private let limit = SQLiteConnection.programStepLimit
  /// The number of steps between two checks.
  private let interval: Int32
  /// For each running statement, the number of checks since it began, and its limit of steps.
  private var looks: [OpaquePointer: (count: Int64, limit: Int64)] = [:]
  private var hasEndedStatement = false
  /// Whether the file has code that computes values, so that their size is limited.
  private(set) var limitsValues = false
  /// The number of bytes of texts and blobs that the program passed to statements.
  private var writtenBytes: Int64 = 0
  /// The size of the file, in bytes, when the last statement began.
  private var lastFileSize: Int64 = 0

  /// The largest value, in bytes, if the file has no code.
  static let largestValue: Int32 = 1_000_000_000
  /// The largest value, in bytes, that the code of an empty file may compute.
  private static let leastValueLimit: Int64 = 64 << 10
  /// How many times larger than the file and the values written to it a computed value may be.
  private static let growthFactor: Int64 = 4

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
    limitsValues = !programs.foreign.isEmpty || !programs.expressions.isEmpty
    lastFileSize = fileSize
    limitValues()
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

  /// Adapts the limit of values to the size of the file, which may have grown; called before each
  /// statement.
  func begins() {
    guard limitsValues else { return }
    lastFileSize = fileSize
    limitValues()
  }

  /// Adapts the limit of values to one that the program passes to a statement.
  ///
  /// Values written through the connection may not be in the file yet.
  func passes(_ count: Int) {
    writtenBytes += Int64(count)
    limitValues()
  }

  private func limitValues() {
    guard let connection else { return }
    var size = Int64(Self.largestValue)
    if limitsValues {
      let justified = Self.leastValueLimit + Self.growthFactor * (lastFileSize + writtenBytes)
      size = min(size, justified)
    }
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, Int32(size))
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
    if limitsValues, code & 0xff == SQLITE_TOOBIG {
      return SQLError(
        kind: .programValueIsTooLarge, code: code,
        message: "a value is too large for the size of the file, and may have been computed by the "
          + names(programs.foreign + programs.expressions), statement: text)
    }
    guard hasEndedStatement, code & 0xff == SQLITE_INTERRUPT else { return nil }
    hasEndedStatement = false
    return SQLError(
      kind: .programIsTooLong, code: code,
      message: "a statement was stopped after more than \(limit) steps; it runs the "
        + names(programs.foreign), statement: text)
  }

  private func names(_ programs: [String]) -> String {
    let rest = programs.count - 3
    return programs.prefix(3).joined(separator: ", ") + (rest > 0 ? " or \(rest) more" : "")
  }
}
