import CRowCells
import CSQLite
import Foundation
import SQLCore

/// A compiled SQLite statement.
///
/// It also reads its own rows and writes its own parameters, so that there is no further object
/// between model code and SQLite.
package final class SQLiteStatement: PreparedStatement, RowReader, ParameterWriter {
  package let text: String
  /// The number of columns of a row.
  ///
  /// It can change: SQLite recompiles a statement when the schema has changed, and `SELECT *` may
  /// then have other columns.
  package private(set) var columnCount: Int
  package var row: any RowReader { self }
  package var parameters: any ParameterWriter { self }

  let handle: OpaquePointer
  private let database: OpaquePointer
  private let trace: StatementTrace
  private let guardian: SchemaGuard?
  @exclusivity(unchecked) var isInUse = false
  /// The address of the first value of the current row; nil without a row.
  private var firstCell: OpaquePointer?
  /// The distance between the values of a row, in bytes.
  private var cellStride = 0
  /// The number of columns whose addresses can be computed.
  ///
  /// It is all columns, or none if they have not been checked yet or are not evenly spaced.
  private var evenCellCount = 0
  private var hasLookedAtCells = false
  /// Whether the addresses of columns may be computed.
  private let mayAdd: Bool
  /// The texts and blobs that are bound to parameters.
  @exclusivity(unchecked) private var memory: ParameterMemory
  /// The first parameter that could not be bound; 0 for none.
  @exclusivity(unchecked) private var refused: Int32 = 0
  private var refusedCode: Int32 = SQLITE_OK
  /// The result of `cells()`, allocated by its first call.
  private var cellBuffer: UnsafeMutablePointer<openswiftdata_cell>?

  init(_ text: String, on connection: SQLiteConnection) throws(SQLError) {
    var compiled: OpaquePointer?
    func compile() -> Int32 {
      sqlite3_prepare_v3(
        connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    }
    var code = compile()
    if code != SQLITE_OK, connection.guardian?.admits(code, connection.handle) == true {
      code = compile()
    }
    guard code == SQLITE_OK, let compiled else {
      throw connection.guardian?.failure(code, text)
        ?? SQLiteResultCode.error(code, database: connection.handle, statement: text)
    }
    self.text = text
    handle = compiled
    database = connection.handle
    trace = connection.trace
    guardian = connection.guardian
    mayAdd = connection.findsColumnsByAdding
    columnCount = Int(sqlite3_column_count(compiled))
    memory = ParameterMemory(parameterCount: Int(sqlite3_bind_parameter_count(compiled)))
  }

  deinit {
    cellBuffer?.deallocate()
    guardian?.ended(handle)
    // Finalized before the memory of its parameters is freed, because it may read that until then.
    sqlite3_finalize(handle)
    if trace.hasEnded { trace.report() }
  }

  package func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(truncatingIfNeeded: column)).map { String(cString: $0) } ?? ""
  }

  package func takeAgain() -> Bool {
    guard !isInUse else { return false }
    trace.update(on: database)
    guardian?.begins()
    isInUse = true
    return true
  }

  package func step() throws(SQLError) -> Bool {
    if refused != 0 { throw refusal() }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW {
      let isFirstRow = firstCell == nil
      firstCell = sqlite3_column_value(handle, 0)
      if isFirstRow { beginRows() }
      return true
    }
    firstCell = nil
    if code == SQLITE_DONE {
      if trace.hasEnded { trace.report() }
      return false
    }
    if isAdmitted(code) { return try step() }
    let error =
      guardian?.failure(code, text)
      ?? SQLiteResultCode.error(code, database: database, statement: text)
    sqlite3_reset(handle)
    guardian?.ended(handle)
    if trace.hasEnded { trace.report(error, of: handle) }
    throw error
  }

  /// Whether SQLite recompiled the statement, rejected it, and now accepts it; the statement has
  /// not begun.
  private func isAdmitted(_ code: Int32) -> Bool {
    guard guardian?.admits(code, database) == true else { return false }
    sqlite3_reset(handle)
    return true
  }

  package func nextKey() throws(SQLError) -> Int64? {
    try step() ? sqlite3_value_int64(firstCell) : nil
  }

  package func reset() {
    firstCell = nil
    refused = 0
    sqlite3_reset(handle)
    guardian?.ended(handle)
    isInUse = false
    if trace.hasEnded { trace.report() }
  }

  package var changedRowCount: Int { Int(sqlite3_changes(database)) }
}

extension SQLiteStatement {
  /// The value of a column in the current row.
  ///
  /// Each of SQLite's column functions looks up the column and records errors. Reading the type,
  /// bytes, and length from the value itself takes only one lookup. SQLite calls such a value
  /// [unprotected](https://sqlite.org/c3ref/value.html), because other threads could change it;
  /// here the connection is confined to one thread.
  ///
  /// The values of a row are an array. SQLite does not guarantee that, so the addresses of all
  /// columns are checked in a statement's first row. Further addresses are then computed, which
  /// saves a call and its checks for each column. SQLite returns NULL for a column that does not
  /// exist.
  @inline(__always)
  private func cell(_ column: Int) -> OpaquePointer? {
    guard column < evenCellCount, let firstCell else {
      return sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
    }
    return OpaquePointer(UnsafeRawPointer(firstCell) + column &* cellStride)
  }

  /// Checks the addresses of the columns unless they are known; a recompiled statement may have
  /// others.
  private func beginRows() {
    let count = Int(sqlite3_data_count(handle))
    guard !hasLookedAtCells || count != columnCount else { return }
    columnCount = count
    cellBuffer?.deallocate()
    cellBuffer = nil
    hasLookedAtCells = true
    evenCellCount = 0
    let places = (0..<columnCount).compactMap { column in
      sqlite3_column_value(handle, Int32(truncatingIfNeeded: column)).map(Int.init(bitPattern:))
    }
    guard mayAdd, places.count == columnCount, columnCount > 1 else { return }
    let stride = places[1] - places[0]
    let isArray = places.indices.allSatisfy { places[$0] == places[0] + $0 * stride }
    guard isArray, stride > 0 else { return }
    cellStride = stride
    evenCellCount = columnCount
  }

  package func cells() -> UnsafePointer<openswiftdata_cell>? {
    guard evenCellCount > 1, let firstCell else { return nil }
    let cells = cellBuffer ?? .allocate(capacity: evenCellCount)
    cellBuffer = cells
    var place = UnsafeRawPointer(firstCell)
    for column in 1..<evenCellCount {
      place += cellStride
      Self.read(OpaquePointer(place), into: cells + column)
    }
    return UnsafePointer(cells)
  }

  @inline(__always)
  private static func read(
    _ value: OpaquePointer, into cell: UnsafeMutablePointer<openswiftdata_cell>
  ) {
    let kind = sqlite3_value_type(value)
    cell.pointee.kind = kind
    switch kind {
    case SQLITE_INTEGER: cell.pointee.integer = sqlite3_value_int64(value)
    case SQLITE_FLOAT: cell.pointee.real = sqlite3_value_double(value)
    case SQLITE_TEXT:
      cell.pointee.bytes = sqlite3_value_text(value)
      cell.pointee.count = sqlite3_value_bytes(value)
    case SQLITE_BLOB:
      cell.pointee.bytes = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      cell.pointee.count = sqlite3_value_bytes(value)
    default: break
    }
  }

  package func isNull(_ column: Int) -> Bool { sqlite3_value_type(cell(column)) == SQLITE_NULL }

  package func int64IfPresent(_ column: Int) -> Int64? {
    let cell = cell(column)
    return sqlite3_value_type(cell) == SQLITE_NULL ? nil : sqlite3_value_int64(cell)
  }

  package func int64(_ column: Int) -> Int64 { sqlite3_value_int64(cell(column)) }

  package func doubleIfPresent(_ column: Int) -> Double? {
    let cell = cell(column)
    switch sqlite3_value_type(cell) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      guard sqlite3_value_bytes(cell) == 8, let bytes = sqlite3_value_blob(cell) else { return 0 }
      return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    default: return sqlite3_value_double(cell)
    }
  }

  package func stringIfPresent(_ column: Int) -> String? {
    let cell = cell(column)
    guard let text = sqlite3_value_text(cell) else { return nil }
    let count = Int(sqlite3_value_bytes(cell))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  package func dataIfPresent(_ column: Int) -> Data? {
    let cell = cell(column)
    if sqlite3_value_type(cell) == SQLITE_NULL { return nil }
    guard let bytes = sqlite3_value_blob(cell) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_value_bytes(cell)))
  }

  package func uuid(_ column: Int) -> UUID? {
    let cell = cell(column)
    guard let bytes = sqlite3_value_blob(cell), sqlite3_value_bytes(cell) == 16 else { return nil }
    return UUIDWords.uuid(bytes)
  }

  package func value(_ column: Int) -> SQLValue { SQLValue(argument: cell(column)) }
}

extension SQLiteStatement {
  package var refusedParameter: Int { Int(refused) }

  package func refusal() -> SQLError {
    let message =
      refusedCode & 0xff == SQLITE_TOOBIG
      ? "A value is larger than the database allows" : String(cString: sqlite3_errstr(refusedCode))
    return SQLError(
      kind: SQLiteResultCode.kind(refusedCode), code: refusedCode, message: message,
      statement: text)
  }

  /// Records that SQLite did not accept a value; it would have stored NULL instead.
  @inline(__always)
  private func note(_ code: Int32, _ parameter: Int) {
    if code != SQLITE_OK { refuse(parameter, code) }
  }

  @inline(never)
  private func refuse(_ parameter: Int, _ code: Int32) {
    guard refused == 0 else { return }
    // Any number from 1 on marks a refusal.
    refused = max(Int32(clamping: parameter), 1)
    refusedCode = code
  }

  /// Prepares the limit of values for a text or blob of so many bytes, if the file has code.
  @inline(__always)
  private func willPass(_ count: Int) {
    if let guardian, guardian.limitsValues { guardian.passes(count) }
  }

  package func bindNull(_ parameter: Int) {
    note(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: parameter)), parameter)
  }

  package func bind(_ value: Int64, _ parameter: Int) {
    note(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: parameter), value), parameter)
  }

  package func bind(_ value: Double, _ parameter: Int) {
    if value.isNaN {
      withUnsafeBytes(of: value.bitPattern.bigEndian) { bind($0, parameter) }
    } else {
      note(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: parameter), value), parameter)
    }
  }

  package func bind(_ value: String, _ parameter: Int) {
    var value = value
    value.withUTF8 { bytes in
      let number = Int32(truncatingIfNeeded: parameter)
      guard let start = UnsafeRawPointer(bytes.baseAddress) else {
        // A null pointer would bind NULL.
        note(sqlite3_bind_text(handle, number, "", 0, SQLiteCopy.transient), parameter)
        return
      }
      willPass(bytes.count)
      let kept = memory.keep(start, bytes.count, for: parameter)
      let code = sqlite3_bind_text64(
        handle, number, (kept ?? start).assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        kept == nil ? SQLiteCopy.transient : nil, UInt8(SQLITE_UTF8))
      note(code, parameter)
    }
  }

  package func bind(_ value: Data, _ parameter: Int) {
    value.withUnsafeBytes { bind($0, parameter) }
  }

  package func bind(_ value: UUID, _ parameter: Int) {
    withUnsafeBytes(of: value.uuid) { bind($0, parameter) }
  }

  private func bind(_ bytes: UnsafeRawBufferPointer, _ parameter: Int) {
    let number = Int32(truncatingIfNeeded: parameter)
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      note(sqlite3_bind_zeroblob(handle, number, 0), parameter)
      return
    }
    willPass(bytes.count)
    let kept = memory.keep(start, bytes.count, for: parameter)
    let code = sqlite3_bind_blob64(
      handle, number, kept ?? start, UInt64(bytes.count), kept == nil ? SQLiteCopy.transient : nil)
    note(code, parameter)
  }
}

extension SQLiteStatement {
  package func bind(
    _ cells: UnsafePointer<openswiftdata_cell>, count: Int, from parameter: Int
  ) {
    for index in 0..<count { bindCell(cells + index, parameter &+ index) }
  }

  @inline(__always)
  private func bindCell(_ cell: UnsafePointer<openswiftdata_cell>, _ parameter: Int) {
    let number = Int32(truncatingIfNeeded: parameter)
    switch cell.pointee.kind {
    case SQLITE_INTEGER, Int32(OPENSWIFTDATA_BOOL):
      note(sqlite3_bind_int64(handle, number, cell.pointee.integer), parameter)
    case SQLITE_FLOAT, Int32(OPENSWIFTDATA_DATE): bind(cell.pointee.real, parameter)
    case SQLITE_TEXT:
      // Without a destructor, SQLite reads the text in place; a null pointer would bind NULL.
      let count = UInt64(cell.pointee.count)
      willPass(Int(count))
      let code =
        cell.pointee.bytes.map {
          UnsafeRawPointer($0).withMemoryRebound(to: CChar.self, capacity: Int(count)) {
            sqlite3_bind_text64(handle, number, $0, count, nil, UInt8(SQLITE_UTF8))
          }
        } ?? sqlite3_bind_text(handle, number, "", 0, SQLiteCopy.transient)
      note(code, parameter)
    case SQLITE_BLOB, Int32(OPENSWIFTDATA_UUID):
      willPass(Int(cell.pointee.count))
      let code =
        cell.pointee.bytes.map {
          sqlite3_bind_blob64(handle, number, $0, UInt64(cell.pointee.count), nil)
        } ?? sqlite3_bind_zeroblob(handle, number, 0)
      note(code, parameter)
    case Int32(OPENSWIFTDATA_DECIMAL): bindDecimal(cell, parameter)
    default: bindNull(parameter)
    }
  }

  @inline(never)
  private func bindDecimal(_ cell: UnsafePointer<openswiftdata_cell>, _ parameter: Int) {
    if let decimal = cell.pointee.decimal { bind(decimal, parameter) } else { bindNull(parameter) }
  }

  package func clear() { sqlite3_clear_bindings(handle) }
}
