import CSQLite
import Foundation
import SQLCore
import SampleStores
import Testing

extension TestDatabase {
  /// The values that are read from columns of `type` after `values` were stored in them, in the
  /// same order.
  func roundTrip(_ values: [SQLValue], through type: String) throws -> [SQLValue] {
    try execute("DROP TABLE IF EXISTS Trip; CREATE TABLE Trip (ID INTEGER PRIMARY KEY, V \(type))")
    try execute("BEGIN")
    for value in values {
      try run("INSERT INTO Trip (V) VALUES (?)") { value.bind(to: $0, at: 1) }
    }
    try execute("COMMIT")
    return try rows("SELECT V FROM Trip ORDER BY ID") { SQLValue(column: 0, of: $0) }
  }
}

extension SQLValue {
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  func bind(to statement: OpaquePointer, at index: Int32) {
    switch stored {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
    case .real(let real): sqlite3_bind_double(statement, index, real)
    case .text(let text):
      let bytes = Array(text.utf8)
      bytes.withUnsafeBytes { buffer in
        _ = sqlite3_bind_text64(
          statement, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      }
    case .blob(let data):
      let bytes = Array(data)
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), Self.transient)
      }
    case .bool, .date, .uuid, .decimal: Issue.record("SQLite stores no \(self).")
    }
  }

  init(column: Int32, of statement: OpaquePointer) {
    let count = Int(sqlite3_column_bytes(statement, column))
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let bytes = sqlite3_column_text(statement, column)
      self = .text(
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      self = .blob(
        sqlite3_column_blob(statement, column).map { Data(bytes: $0, count: count) } ?? Data())
    default: self = .null
    }
  }
}
