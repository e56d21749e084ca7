import CRowCells
import CSQLite
import Foundation
import SQLCore

/// The functions `OPENSWIFTDATA_ROW(key)` and `OPENSWIFTDATA_VALUE(key, number)` of one connection.
final class SQLiteRowValues: RowValueFunctions {
  // Unchecked, because statements read every value through these: SQLite calls the functions one
  // after the other, on the thread that runs the statement.
  @exclusivity(unchecked) var source: (any RowValueSource)? { didSet { current = nil } }

  /// The current row of the source.
  @exclusivity(unchecked) private var current: Int64?
  private let result = SQLiteResult()

  init(on connection: OpaquePointer) throws(SQLError) {
    try register("OPENSWIFTDATA_ROW", 1, on: connection) { context, _, arguments in
      guard let (values, key) = SQLiteRowValues.row(context, arguments) else { return }
      sqlite3_result_int(context, values.seek(key) ? 1 : 0)
    }
    try register("OPENSWIFTDATA_VALUE", 2, on: connection) { context, _, arguments in
      guard let (values, key) = SQLiteRowValues.row(context, arguments) else { return }
      values.write(Int(sqlite3_value_int64(arguments?[1])), ofRow: key, to: context)
    }
  }

  private static func row(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) -> (SQLiteRowValues, Int64)? {
    guard let data = sqlite3_user_data(context) else { return nil }
    let values = Unmanaged<SQLiteRowValues>.fromOpaque(data).takeUnretainedValue()
    return (values, sqlite3_value_int64(arguments?[0]))
  }

  private func seek(_ key: Int64) -> Bool {
    current = key
    return source?.seek(key) ?? false
  }

  private func write(_ number: Int, ofRow key: Int64, to context: OpaquePointer?) {
    guard let source, key == current || seek(key) else { return sqlite3_result_null(context) }
    result.context = context
    source.write(number, to: result)
    result.context = nil
  }

  /// Registers a function; the connection's owner retains `self` for as long as the connection.
  private func register(
    _ name: String, _ count: Int32, on connection: OpaquePointer,
    _ function:
      @convention(c) (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
      ) -> Void
  ) throws(SQLError) {
    let code = sqlite3_create_function_v2(
      connection, name, count, SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passUnretained(self).toOpaque(), function, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteResultCode.error(code, database: connection, statement: name)
    }
  }
}

/// The result of a function, written like a parameter.
private final class SQLiteResult: ParameterWriter {
  var context: OpaquePointer?

  func bindNull(_ parameter: Int) { sqlite3_result_null(context) }
  func bind(_ value: Int64, _ parameter: Int) { sqlite3_result_int64(context, value) }

  func bind(_ value: Double, _ parameter: Int) {
    if value.isNaN {
      withUnsafeBytes(of: value.bitPattern.bigEndian) { set($0) }
    } else {
      sqlite3_result_double(context, value)
    }
  }

  func bind(_ value: String, _ parameter: Int) {
    var value = value
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would be NULL.
        if let start = characters.baseAddress {
          let count = UInt64(characters.count)
          sqlite3_result_text64(context, start, count, SQLiteCopy.transient, UInt8(SQLITE_UTF8))
        } else {
          sqlite3_result_text(context, "", 0, SQLiteCopy.transient)
        }
      }
    }
  }

  func bind(_ cells: UnsafePointer<openswiftdata_cell>, count: Int, from parameter: Int) {
    // A function has one result.
    let cell = cells.pointee
    switch cell.kind {
    case SQLITE_INTEGER, Int32(OPENSWIFTDATA_BOOL): sqlite3_result_int64(context, cell.integer)
    case SQLITE_FLOAT, Int32(OPENSWIFTDATA_DATE): bind(cell.real, parameter)
    case SQLITE_TEXT:
      guard let bytes = cell.bytes else {
        return sqlite3_result_text(context, "", 0, SQLiteCopy.transient)
      }
      let count = Int(cell.count)
      UnsafeRawPointer(bytes).withMemoryRebound(to: CChar.self, capacity: count) {
        sqlite3_result_text64(
          context, $0, UInt64(count), SQLiteCopy.transient, UInt8(SQLITE_UTF8))
      }
    case SQLITE_BLOB, Int32(OPENSWIFTDATA_UUID):
      set(UnsafeRawBufferPointer(start: cell.bytes, count: Int(cell.count)))
    case Int32(OPENSWIFTDATA_DECIMAL):
      if let decimal = cell.decimal { bind(decimal, parameter) }
    default: sqlite3_result_null(context)
    }
  }

  func bind(_ value: Data, _ parameter: Int) { value.withUnsafeBytes { set($0) } }
  func bind(_ value: UUID, _ parameter: Int) { withUnsafeBytes(of: value.uuid) { set($0) } }

  private func set(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress, !bytes.isEmpty {
      sqlite3_result_blob64(context, start, UInt64(bytes.count), SQLiteCopy.transient)
    } else {
      sqlite3_result_zeroblob(context, 0)
    }
  }
}

/// The marker for SQLite to copy a value before the call returns.
enum SQLiteCopy {
  @inline(__always)
  static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
