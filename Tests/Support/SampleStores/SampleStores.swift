import CSQLite
import Foundation
import Testing

/// A database opened directly through SQLite's C functions.
package final class TestDatabase {
  private var handle: OpaquePointer?

  /// Opens a file, or a database in memory.
  package init(path: String = ":memory:") throws {
    try check(sqlite3_open(path, &handle))
  }

  deinit { sqlite3_close_v2(handle) }

  package func execute(_ text: String) throws {
    try check(sqlite3_exec(handle, text, nil, nil, nil))
  }

  /// All rows, each converted by `read` from the statement.
  package func rows<Row>(_ text: String, _ read: (OpaquePointer) -> Row) throws -> [Row] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var rows: [Row] = []
    while let statement, sqlite3_step(statement) == SQLITE_ROW { rows.append(read(statement)) }
    return rows
  }

  package func strings(_ text: String) throws -> [String] {
    try rows(text) { sqlite3_column_text($0, 0).map { String(cString: $0) } ?? "" }
  }

  package func blob(_ text: String) throws -> Data? {
    try rows(text) { statement in
      sqlite3_column_blob(statement, 0).map {
        Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, 0)))
      }
    }.first ?? nil
  }

  /// Runs `text`, with parameters set by `bind`.
  package func run(_ text: String, bind: (OpaquePointer) -> Void) throws {
    _ = try rows(text, binding: bind) { _ in }
  }

  package func rows<Row>(
    _ text: String, binding bind: (OpaquePointer) -> Void, _ read: (OpaquePointer) -> Row
  ) throws -> [Row] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    guard let statement else { return [] }
    bind(statement)
    var rows: [Row] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append(read(statement))
      code = sqlite3_step(statement)
    }
    if code != SQLITE_DONE { try check(code) }
    return rows
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw TestDatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

package struct TestDatabaseError: Error {
  package var code: Int32
  package var message: String
}

/// The folder of store files that Apple's frameworks wrote, which the package does not contain.
package enum SampleStores {
  package static let folder = ProcessInfo.processInfo.environment["OPENSWIFTDATA_SAMPLE_STORES"]

  package static var isPresent: Bool { folder != nil }

  /// The reason for skipping tests without the folder.
  package static let reason: Comment =
    "OPENSWIFTDATA_SAMPLE_STORES does not name the folder of sample stores"

  /// Opens a copy, so that the sample is not changed.
  package static func open<Result>(_ name: String, _ body: (TestDatabase) throws -> Result) throws
    -> Result
  {
    try copy(name) { try body(TestDatabase(path: $0.path)) }
  }

  /// Calls `body` with a temporary copy.
  package static func copy<Result>(_ name: String, _ body: (URL) throws -> Result) throws -> Result
  {
    let source = URL(fileURLWithPath: folder ?? "").appendingPathComponent(name)
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + suffix) {
      let target = copy.appendingPathComponent("store" + suffix)
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: target.path)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: target.path)
    }
    return try body(copy.appendingPathComponent("store"))
  }

  /// The property list of `Z_METADATA`.
  package static func metadata(of database: TestDatabase) throws -> Data {
    try database.blob("SELECT Z_PLIST FROM Z_METADATA") ?? Data()
  }
}
