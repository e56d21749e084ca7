import CSQLite
import Foundation
import SQLCore

/// One connection to an SQLite database file, with a cache of its compiled statements.
///
/// It is opened without SQLite's own mutex: whoever owns the connection confines it.
package final class SQLiteConnection: SQLConnection {
  /// How the file is opened.
  package enum Mode: Hashable, Sendable {
    case readWriteCreate
    case readWrite
    case readOnly
    /// Read only, as a file that nobody changes meanwhile: takes no locks, makes no files beside it,
    /// and does not see what stands in a write-ahead log.
    case immutable
    /// A private database without a file.
    case inMemory
    /// A database without a file that every connection of this process to the same URI shares.
    case sharedMemory
  }

  package let path: String
  package let mode: Mode
  package var dialect: SQLDialect { .sqlite }

  let handle: OpaquePointer
  private var cache: [String: SQLiteStatement] = [:]
  let trace = StatementTrace()
  /// What keeps the programs of the file within limits; nil for a connection that trusts them.
  var guardian: SchemaGuard?
  private var values: SQLiteRowValues?
  /// The state of a file that is read without locks, when it was opened; nil for others.
  private let stamp: FileStamp?
  /// Whether statements compiled from now on find columns by adding, where they are evenly apart; for
  /// tests, which take the other way.
  package var findsColumnsByAdding = true
  /// Statements compiled so far; a cached statement counts once.
  package private(set) var compiledStatementCount = 0

  /// Compiled statements kept for reuse; beyond it the cache starts anew.
  private static let cacheCapacity = 512

  /// Opens the file; an absent one is made in mode `readWriteCreate`.
  ///
  /// SQLite reads the file lazily: a file that is no database is found by the first statement.
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
    // Otherwise a column that is not there, in quotes, would read as its own name.
    _ = openswiftdata_refuse_unknown_names(opened)
  }

  /// The path as SQLite takes it for that of a file, also where it would take it for a URI or a database in memory.
  package static func fileName(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") || path.isEmpty ? path : "./" + path
  }

  /// The path as a URI, in which some bytes have a meaning of their own.
  private static func immutableURI(_ path: String) -> String {
    // Two slashes at its beginning would make a path the name of a host.
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

  /// How long a statement waits for a lock that another connection holds, in milliseconds.
  package func setBusyTimeout(milliseconds: Int) {
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// Leaves the write-ahead log of the file as it is when the connection is closed, as one does that only
  /// reads.
  package func keepLog() { _ = openswiftdata_keep_log(handle) }

  /// Forgets the pages of the file that are kept in memory and not being used.
  package func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// Reports each statement from now on to `observers`, and to nobody else.
  package func reportStatements(to observers: [StatementObservers]) {
    trace.observe(for: observers, on: handle)
  }

  package func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  /// The statement compiled, from the cache when it was compiled before and is not running.
  package func statement(_ text: String) throws(SQLError) -> SQLiteStatement {
    trace.update(on: handle)
    try checkFile()
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

  /// Refuses to go on with a file that is read without locks and has been written to, of which pages in memory are old.
  private func checkFile() throws(SQLError) {
    guard let stamp, FileStamp(path) != stamp else { return }
    throw SQLError(
      kind: .other, code: 0,
      message: "another program has changed the file while it was read without locks; open it anew",
      statement: nil)
  }

  package func execute(_ text: String) throws(SQLError) {
    trace.update(on: handle)
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw guardian?.failure(code, text)
        ?? SQLiteResultCode.error(code, database: handle, statement: text)
    }
  }

  package func rowValues() throws(SQLError) -> (any RowValueFunctions)? {
    if let values { return values }
    let values = try SQLiteRowValues(on: handle)
    self.values = values
    return values
  }

  /// Whether the path leads to another file than the one that is open, or to none.
  ///
  /// Whatever is written goes where nobody will look for it then. Costs one system call; false for a
  /// database in memory.
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
