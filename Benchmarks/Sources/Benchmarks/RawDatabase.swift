import CSQLiteBaseline
import Foundation

/// An SQLite error in the baseline.
struct RawError: Error, CustomStringConvertible {
  let description: String
}

/// A connection of the baseline, with the settings of the library's connections.
final class RawDatabase {
  let handle: OpaquePointer

  init(_ file: URL) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(file.path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw RawError(description: "cannot open \(file.path)")
    }
    handle = opened
    sqlite3_busy_timeout(handle, 5_000)
    try execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA cache_size = -65536;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      """)
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ text: String) throws {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ text: String) throws -> RawStatement {
    var compiled: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard sqlite3_prepare_v3(handle, text, -1, flags, &compiled, nil) == SQLITE_OK, let compiled
    else { throw failure() }
    return RawStatement(handle: compiled, database: handle)
  }

  private func failure() -> RawError {
    RawError(description: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A compiled statement of the baseline; the caller that prepares it must finalize it.
struct RawStatement {
  let handle: OpaquePointer
  let database: OpaquePointer

  /// Advances to the next row; returns whether there is one.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw RawError(description: String(cString: sqlite3_errmsg(database)))
    }
    return code == SQLITE_ROW
  }

  func reset() { sqlite3_reset(handle) }
  func finalize() { sqlite3_finalize(handle) }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func bind(_ value: Int, _ parameter: Int32) {
    sqlite3_bind_int64(handle, parameter, Int64(value))
  }

  func bind(_ value: Double, _ parameter: Int32) {
    sqlite3_bind_double(handle, parameter, value)
  }

  /// Binds text without a copy; it must stay valid until the statement has run.
  func bind(_ text: RawText, _ parameter: Int32) {
    sqlite3_bind_text(handle, parameter, text.start, text.count, nil)
  }

  /// Binds 16 bytes without a copy; they must stay valid until the statement has run.
  func bind(_ identifier: UnsafePointer<uuid_t>, _ parameter: Int32) {
    sqlite3_bind_blob(handle, parameter, identifier, 16, nil)
  }
}
