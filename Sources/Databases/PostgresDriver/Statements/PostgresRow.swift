import CPostgres
import CRowCells
import Foundation
import SQLCore

/// The reader of one row of a result, which accesses values in libpq's memory.
package class PostgresRow: RowReader {
  /// The result that contains the row; nil if there is none.
  final private(set) var result: OpaquePointer?
  final var rowIndex: Int32 = -1
  final private(set) var rowCount: Int32 = 0
  final private(set) var resultColumnCount = 0
  private final var columns: UnsafeMutablePointer<Column>?
  private final var columnCapacity = 0
  private final var isBinary = true
  /// Whether the first column is an 8-byte integer.
  private final var hasQuickKey = false
  /// Whether `cells()` supports the types of all columns but the first.
  private final var hasQuickCells = false
  /// The memory that `cells()` returns.
  private final var cellBuffer: UnsafeMutablePointer<openswiftdata_cell>?
  /// The records, if rows arrived as a single value.
  @exclusivity(unchecked) private final var page: PostgresPage?
  /// Whether rows arrived as a single value; faster to check than `page`.
  final private(set) var isPage = false
  /// Copies of values that cells point to, because the result has them in another form.
  @exclusivity(unchecked) private final var documents: [UnsafeMutableRawBufferPointer] = []

  /// The first value of the rows that is not valid for its column's type; usually nil.
  final private(set) var unreadable: UnreadableValue?

  private struct Column {
    var type: PostgresType
    var form: PostgresType.Form
  }

  init() {}

  deinit {
    PQclear(result)
    columns?.deallocate()
    cellBuffer?.deallocate()
    page?.deallocate()
    dropDocuments()
  }

  /// Takes ownership of a result with rows, positioned before the first one.
  ///
  /// - Parameters:
  ///   - result: The result, which is freed by this object.
  ///   - hasSameColumns: Whether its columns are those of the previous result.
  @inline(__always)
  final func take(_ result: OpaquePointer, hasSameColumns: Bool = false) {
    dropResult()
    self.result = result
    rowCount = PQntuples(result)
    if !hasSameColumns || resultColumnCount == 0 { lookAtColumns(result) }
  }

  /// Takes ownership of a result that contains rows as a single value, positioned before the first
  /// row.
  ///
  /// - Parameters:
  ///   - result: The result, which is freed by this object.
  ///   - types: The types of the columns.
  /// - Returns: Whether the result has the expected form; if not, ownership is not taken.
  final func takePage(_ result: OpaquePointer, _ types: [PostgresType]) -> Bool {
    var page = self.page ?? PostgresPage()
    let count = page.read(result, types)
    self.page = page
    guard let count else { return false }
    PQclear(self.result)
    self.result = result
    isPage = true
    rowIndex = -1
    rowCount = count
    setColumns(types.count, isBinary: true) { types[$0] }
    return true
  }

  /// Moves to the record of the current row; false if there is none.
  final func takeRowOfPage() -> Bool { page?.takeRow() ?? false }

  /// Whether nothing follows the last row.
  final func isPageAtEnd() -> Bool { page?.isAtEnd() ?? false }

  /// Frees the result.
  final func dropResult() {
    if result != nil { PQclear(result) }
    result = nil
    isPage = false
    rowIndex = -1
    rowCount = 0
    if unreadable != nil { unreadable = nil }
  }

  /// The value of a cell that has no fast path; null if the cell is not valid for its type.
  @inline(never)
  private final func decoded(_ cell: PostgresCell, _ column: Int) -> PostgresValue {
    if let value = cell.decoded { return value }
    if unreadable == nil {
      unreadable = UnreadableValue(column: column, name: name(column), cell: cell)
    }
    // Makes the next step look for further rows, which reports the invalid value.
    rowCount = rowIndex + 1
    return .null
  }

  @inline(__always)
  private final func lookAtColumns(_ result: OpaquePointer) {
    let count = Int(PQnfields(result))
    // All columns of a result have the same format.
    setColumns(count, isBinary: count > 0 && PQfformat(result, 0) == 1) {
      PostgresType(rawValue: PQftype(result, Int32($0)))
    }
  }

  @inline(__always)
  private final func setColumns(_ count: Int, isBinary: Bool, _ type: (Int) -> PostgresType) {
    // Usually the columns are those of the previous run.
    if count == resultColumnCount, isBinary == self.isBinary, hasTypes(type) { return }
    takeNote(of: count, isBinary: isBinary, type)
  }

  @inline(never)
  private final func takeNote(of count: Int, isBinary: Bool, _ type: (Int) -> PostgresType) {
    if count > columnCapacity {
      columns?.deallocate()
      cellBuffer?.deallocate()
      columns = .allocate(capacity: count)
      cellBuffer = nil
      columnCapacity = count
    }
    resultColumnCount = count
    self.isBinary = isBinary
    hasQuickCells = isBinary && count > 1
    hasQuickKey = isBinary && count > 0 && type(0).form == .int8
    for index in 0..<count {
      let type = type(index)
      let form = type.form
      columns?[index] = Column(type: type, form: form)
      if index > 0, !Self.isQuick(form) { hasQuickCells = false }
    }
  }

  /// Whether the same number of columns have the types that were inspected last.
  @inline(__always)
  private final func hasTypes(_ type: (Int) -> PostgresType) -> Bool {
    guard let columns else { return false }
    for index in 0..<resultColumnCount where columns[index].type != type(index) { return false }
    return true
  }

  private static func isQuick(_ form: PostgresType.Form) -> Bool {
    switch form {
    case .numeric, .array, .other, .void: false
    default: true
    }
  }

  /// The integer in the first column.
  @inline(__always)
  final var key: Int64 {
    if isPage, let key = page?.key { return key }
    guard hasQuickKey, let result, rowIndex >= 0, rowIndex < rowCount,
      PQgetlength(result, rowIndex, 0) == 8, let start = PQgetvalue(result, rowIndex, 0)
    else { return int64(0) }
    return Int64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: Int64.self))
  }

  /// The value of a column in the current row; nil for NULL, and for a column that does not exist.
  @inline(__always)
  final func cell(_ column: Int) -> PostgresCell? {
    guard let result, let columns, column >= 0, column < resultColumnCount, rowIndex >= 0,
      rowIndex < rowCount
    else { return nil }
    if isPage {
      guard let value = page?.value(column) else { return nil }
      return PostgresCell(
        start: value.start, count: value.count, type: columns[column].type,
        form: columns[column].form, isBinary: true)
    }
    let number = Int32(truncatingIfNeeded: column)
    let count = Int(PQgetlength(result, rowIndex, number))
    // The length of NULL is 0, but so is that of empty values.
    guard count > 0 || PQgetisnull(result, rowIndex, number) == 0,
      let start = PQgetvalue(result, rowIndex, number)
    else { return nil }
    return PostgresCell(
      start: UnsafeRawPointer(start), count: count,
      type: columns[column].type, form: columns[column].form, isBinary: isBinary)
  }
}

extension PostgresRow {
  package final func isNull(_ column: Int) -> Bool { cell(column) == nil }
  package final func int64IfPresent(_ column: Int) -> Int64? {
    cell(column).map { $0.binaryInteger ?? decoded($0, column).int64 }
  }
  package final func int64(_ column: Int) -> Int64 { int64IfPresent(column) ?? 0 }
  package final func doubleIfPresent(_ column: Int) -> Double? {
    cell(column).map { $0.binaryDouble ?? decoded($0, column).double }
  }
  package final func stringIfPresent(_ column: Int) -> String? {
    cell(column).map { cell in
      cell.plainText.map { String(decoding: $0, as: UTF8.self) } ?? decoded(cell, column).text ?? ""
    }
  }
  package final func dataIfPresent(_ column: Int) -> Data? {
    cell(column).map { $0.data ?? decoded($0, column).data }
  }
  package final func uuid(_ column: Int) -> UUID? {
    cell(column).flatMap { $0.binaryUUID ?? decoded($0, column).uuid }
  }
  package final func boolIfPresent(_ column: Int) -> Bool? {
    int64IfPresent(column).map { $0 != 0 }
  }
  package final func dateIfPresent(_ column: Int) -> Date? {
    cell(column).flatMap { cell in
      let time = cell.binaryTime ?? decoded(cell, column).time
      return time?.lateDay == nil ? time?.date : nil
    }
  }
  package final func value(_ column: Int) -> SQLValue { postgresValue(column).sqlValue }

  /// The value, with its type on the server.
  package final func postgresValue(_ column: Int) -> PostgresValue {
    cell(column).map { decoded($0, column) } ?? .null
  }

  /// The name of a column.
  package final func name(_ column: Int) -> String {
    result.flatMap { PQfname($0, Int32(clamping: column)) }.map { String(cString: $0) } ?? ""
  }

  /// The columns except the first, in memory that is reused for each row; nil if one of their types
  /// is not supported.
  package final func cells() -> UnsafePointer<openswiftdata_cell>? {
    guard hasQuickCells, rowIndex >= 0, rowIndex < rowCount else { return nil }
    if !documents.isEmpty { dropDocuments() }
    // The first column has an element too, but it is not used.
    let cells = cellBuffer ?? .allocate(capacity: columnCapacity)
    cellBuffer = cells
    if isPage { return readPage(into: cells) ? UnsafePointer(cells) : nil }
    guard let result, let columns else { return nil }
    for column in 1..<resultColumnCount {
      let number = Int32(truncatingIfNeeded: column)
      let count = Int(PQgetlength(result, rowIndex, number))
      // The length of NULL is 0, but so is that of empty values.
      guard count > 0 || PQgetisnull(result, rowIndex, number) == 0,
        let start = PQgetvalue(result, rowIndex, number)
      else {
        cells[column].kind = Int32(OPENSWIFTDATA_NULL)
        continue
      }
      read(UnsafeRawPointer(start), count, columns[column], into: cells + column)
    }
    return UnsafePointer(cells)
  }

  /// Reads the columns of a row that arrived in a page; false if its record is truncated.
  private final func readPage(into cells: UnsafeMutablePointer<openswiftdata_cell>) -> Bool {
    guard let columns else { return false }
    return page?.walk { column, start, count in
      guard count >= 0 else {
        cells[column].kind = Int32(OPENSWIFTDATA_NULL)
        return
      }
      read(start, count, columns[column], into: cells + column)
    } ?? false
  }

  @inline(__always)
  private final func read(
    _ start: UnsafeRawPointer, _ count: Int, _ column: Column,
    into place: UnsafeMutablePointer<openswiftdata_cell>
  ) {
    switch column.form {
    case .int8 where count == 8:
      set(place, OPENSWIFTDATA_INTEGER, Int64(bigEndian: start.loadUnaligned(as: Int64.self)))
    case .float8 where count == 8:
      place.pointee.kind = Int32(OPENSWIFTDATA_REAL)
      place.pointee.real = Double(
        bitPattern: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)))
    case .timestamptz where count == 8:
      let time = PostgresTime(
        microseconds: Int64(bigEndian: start.loadUnaligned(as: Int64.self)))
      // Only reading the column by itself reports a day that is not a date.
      guard time.lateDay == nil else {
        return set(
          place, OPENSWIFTDATA_BLOB, UnsafeRawBufferPointer(start: start, count: count))
      }
      place.pointee.kind = Int32(OPENSWIFTDATA_DATE)
      place.pointee.real = time.date.timeIntervalSinceReferenceDate
    case .text:
      set(place, OPENSWIFTDATA_TEXT, UnsafeRawBufferPointer(start: start, count: count))
    case .uuid where count == 16:
      set(place, OPENSWIFTDATA_UUID, UnsafeRawBufferPointer(start: start, count: count))
    default:
      readOther(
        PostgresCell(
          start: start, count: count, type: column.type, form: column.form, isBinary: true),
        into: place)
    }
  }

  @inline(never)
  private final func readOther(
    _ cell: PostgresCell, into place: UnsafeMutablePointer<openswiftdata_cell>
  ) {
    let column = cellBuffer.map { place - $0 } ?? 0
    switch cell.form {
    case .int8, .int4, .int2, .unsigned4:
      set(place, OPENSWIFTDATA_INTEGER, cell.binaryInteger ?? decoded(cell, column).int64)
    case .bool: set(place, OPENSWIFTDATA_BOOL, cell.binaryInteger ?? decoded(cell, column).int64)
    case .float8, .float4:
      place.pointee.kind = Int32(OPENSWIFTDATA_REAL)
      place.pointee.real = cell.binaryDouble ?? decoded(cell, column).double
    case .timestamptz, .timestamp, .date:
      let time = cell.binaryTime ?? decoded(cell, column).time
      place.pointee.kind = Int32(OPENSWIFTDATA_DATE)
      place.pointee.real = time?.date.timeIntervalSinceReferenceDate ?? 0
    case .bytes: set(place, OPENSWIFTDATA_BLOB, cell.bytes)
    case .uuid:
      _ = decoded(cell, column)
      set(place, OPENSWIFTDATA_UUID, cell.bytes)
    case .jsonb: set(place, OPENSWIFTDATA_BLOB, kept(cell.data ?? decoded(cell, column).data))
    default: set(place, OPENSWIFTDATA_TEXT, cell.plainText ?? cell.bytes)
    }
  }

  /// A copy of a document's bytes, valid until the next row.
  @inline(never)
  private final func kept(_ data: Data) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
    copy.copyBytes(from: data)
    documents.append(copy)
    return UnsafeRawBufferPointer(copy)
  }

  private final func dropDocuments() {
    for document in documents { document.deallocate() }
    documents = []
  }

  @inline(__always)
  private final func set(
    _ place: UnsafeMutablePointer<openswiftdata_cell>, _ kind: Int, _ integer: Int64
  ) {
    place.pointee.kind = Int32(kind)
    place.pointee.integer = integer
  }

  @inline(__always)
  private final func set(
    _ place: UnsafeMutablePointer<openswiftdata_cell>, _ kind: Int,
    _ bytes: UnsafeRawBufferPointer
  ) {
    place.pointee.kind = Int32(kind)
    place.pointee.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    place.pointee.count = Int32(clamping: bytes.count)
  }
}
