import CSQLite
import Foundation
import SQLCore

/// A connection to an SQLite database file, with a cache of compiled statements.
///
/// It is opened without SQLite's mutex: the owner has to confine the connection to one thread at a
/// time.
package final class SQLiteConnection: SQLConnection {
  /// The ways to open a file.
  package enum Mode: Hashable, Sendable {
    case readWriteCreate
    case readWrite
    case readOnly
    /// Read-only, for a file that does not change meanwhile.
    ///
    /// It acquires no locks, creates no files, and ignores the write-ahead log.
    case immutable
    /// A private in-memory database.
    case inMemory
    /// An in-memory database, shared by all connections of this process to the same URI.
    case sharedMemory
  }

  package let path: String
  package let mode: Mode
  package var dialect: SQLDialect { .sqlite }

  let handle: OpaquePointer
  private var cache: [String: SQLiteStatement] = [:]
  let trace = StatementTrace()
  /// Limits the code of the file; nil for a connection that trusts it.
  var guardian: SchemaGuard?
  private var values: SQLiteRowValues?
  /// The stamp of a file that was opened without locks; nil for other files.
  private let stamp: FileStamp?
  /// Whether statements compiled from now on compute the addresses of columns, if these are evenly
  /// spaced.
  ///
  /// Tests turn it off.
  package var findsColumnsByAdding = true
  /// The number of statements compiled so far; a cached statement counts once.
  package private(set) var compiledStatementCount = 0

  /// The maximum number of cached statements; when it is exceeded, the cache is emptied.
  private static let cacheCapacity = 512

  /// Opens the file; creates it in mode `readWriteCreate` if it does not exist.
  ///
  /// SQLite reads the file lazily: the first statement detects a file that is not a database.
  package init(path: String, mode: Mode) throws(SQLError) {
    let access =
      switch mode {
      case .readWriteCreate, .inMemory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .sharedMemory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let name =
      switch mode {
      case .inMemory: ":memory:"
      case .immutable: Self.immutableURI(path)
      case .readWriteCreate, .readWrite, .readOnly: Self.fileName(path)
      case .sharedMemory: path
      }
    let code = sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteResultCode.error(code, database: opened, statement: nil)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.path = path
    self.mode = mode
    stamp = mode == .immutable ? FileStamp(path) : nil
    sqlite3_extended_result_codes(opened, 1)
    // Otherwise SQLite would read the quoted name of a missing column as a string literal
    // (https://sqlite.org/quirks.html#dblquote).
    _ = openswiftdata_refuse_unknown_names(opened)
  }

  /// The path in a form that SQLite always treats as a file name, not as a URI or `:memory:`.
  package static func fileName(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") || path.isEmpty ? path : "./" + path
  }

  /// The path as a URI, with reserved characters escaped.
  private static func immutableURI(_ path: String) -> String {
    // With two slashes at its beginning, a path would be read as a host name.
    var bytes = Array((path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:").utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"): bytes += Array("%25".utf8)
      case UInt8(ascii: "?"): bytes += Array("%3F".utf8)
      case UInt8(ascii: "#"): bytes += Array("%23".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self) + "?immutable=1"
  }

  deinit {
    // Statements that outlive the connection must not report to it.
    trace.end(on: handle)
    guardian?.end(handle)
    // The finalizers of the statements need the connection, so they run first.
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Sets how long a statement waits for another connection's lock, in milliseconds.
  package func setBusyTimeout(milliseconds: Int) {
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Keeps the file's write-ahead log when the connection is closed, as a read-only connection
  /// does.
  package func keepLog() { _ = openswiftdata_keep_log(handle) }

  /// Releases cached pages of the file that are not in use.
  package func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// Reports statements from now on to `observers` instead of the previous ones.
  package func reportStatements(to observers: [StatementObservers]) {
    trace.observe(for: observers, on: handle)
  }

  package func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  /// Returns the compiled statement, from the cache if it was compiled before and is not running.
  package func statement(_ text: String) throws(SQLError) -> SQLiteStatement {
    trace.update(on: handle)
    try checkFile()
    guardian?.begins()
    if let cached = cache[text], !cached.isInUse {
      cached.isInUse = true
      return cached
    }
    let statement = try SQLiteStatement(text, on: self)
    compiledStatementCount += 1
    statement.isInUse = true
    if cache[text] == nil {
      if cache.count >= Self.cacheCapacity { cache.removeAll(keepingCapacity: true) }
      cache[text] = statement
    }
    return statement
  }

  /// Throws if a file that is read without locks was changed, because cached pages are outdated.
  private func checkFile() throws(SQLError) {
    guard let stamp, FileStamp(path) != stamp else { return }
    throw SQLError(
      kind: .other, code: 0,
      message: "another program has changed the file while it was read without locks; "
        + "open it again",
      statement: nil)
  }

  package func execute(_ text: String) throws(SQLError) {
    trace.update(on: handle)
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code != SQLITE_OK else {
      if trace.hasEnded { trace.report() }
      return
    }
    let error =
      guardian?.failure(code, text)
      ?? SQLiteResultCode.error(code, database: handle, statement: text)
    if trace.hasEnded { trace.report(error) }
    throw error
  }

  package func rowValues() throws(SQLError) -> (any RowValueFunctions)? {
    if let values { return values }
    let values = try SQLiteRowValues(on: handle)
    self.values = values
    return values
  }

  /// Whether the path no longer refers to the open file.
  ///
  /// Anything written through the connection could then no longer be found. Costs one system call;
  /// always false for an in-memory database.
  package var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  package var contentVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
