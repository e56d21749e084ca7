import CPostgres

/// Rows that arrived as a single value, one record after another in the binary form of records.
///
/// Somebody else owns the result that contains the value.
struct PostgresPage {
  /// A value of the current row.
  private struct Cell {
    var start: UnsafeRawPointer
    /// The number of bytes; negative for NULL.
    var count: Int
  }

  /// The values of the current row; filled when one of them is requested.
  private var cells: UnsafeMutablePointer<Cell>?
  private var hasCells = false
  private var capacity = 0
  private var count = 0
  /// The start of the current row's values.
  private var row: UnsafeRawPointer?
  /// The start of the next record; nil until it is known.
  private var next: UnsafeRawPointer?
  /// The end of the last record.
  private var end: UnsafeRawPointer?

  /// The size of a record's header, which is the number of its values.
  private static var recordHeader: Int { 4 }
  /// The size of a value's header, which is its type and length.
  private static var valueHeader: Int { 8 }

  /// Frees the memory; the page must not be used afterwards.
  func deallocate() { cells?.deallocate() }

  /// Reads a result from its start; it replaces the previous one.
  ///
  /// - Parameters:
  ///   - result: The result; its only row contains the number of rows and all of the rows.
  ///   - types: The types of the columns.
  /// - Returns: The number of rows; nil if the result does not have that form.
  mutating func read(_ result: OpaquePointer, _ types: [PostgresType]) -> Int32? {
    guard PQntuples(result) == 1, PQnfields(result) == 2, PQfformat(result, 0) == 1,
      PQgetlength(result, 0, 0) == 8, let number = PQgetvalue(result, 0, 0),
      let records = PQgetvalue(result, 0, 1)
    else { return nil }
    let start = UnsafeRawPointer(records)
    let rowCount = Int64(bigEndian: UnsafeRawPointer(number).loadUnaligned(as: Int64.self))
    (row, next, end) = (nil, start, start + Int(PQgetlength(result, 0, 1)))
    (count, hasCells) = (types.count, false)
    guard rowCount >= 0, rowCount == 0 || hasTypes(types) else { return nil }
    next = start
    return Int32(exactly: rowCount)
  }

  /// Whether the first record has values of these types.
  private mutating func hasTypes(_ types: [PostgresType]) -> Bool {
    guard takeRow(), let cells = readCells() else { return false }
    return types.indices.allSatisfy {
      let type = (cells[$0].start - Self.valueHeader).loadUnaligned(as: UInt32.self)
      return UInt32(bigEndian: type) == types[$0].rawValue
    }
  }

  /// Advances to the next row.
  ///
  /// - Returns: False if there is no complete record.
  @inline(__always)
  mutating func takeRow() -> Bool {
    if next == nil { walk { _, _, _ in } }
    guard let place = next, let end, end - place >= Self.recordHeader,
      Self.word(place) == Int32(truncatingIfNeeded: count)
    else { return false }
    row = place + Self.recordHeader
    next = nil
    hasCells = false
    return true
  }

  /// Whether the value ends after the last record.
  mutating func isAtEnd() -> Bool {
    if next == nil { walk { _, _, _ in } }
    return next != nil && next == end
  }

  /// Visits the values of the current row.
  ///
  /// - Parameter body: Receives the index of a column, the start of its value, and the number of
  ///   bytes, which is negative for NULL.
  /// - Returns: False if the record is truncated.
  @inline(__always)
  @discardableResult
  mutating func walk(_ body: (Int, UnsafeRawPointer, Int) -> Void) -> Bool {
    guard var place = row, let end else { return false }
    for index in 0..<count {
      var rest = end - place - Self.valueHeader
      guard rest >= 0 else { return false }
      let size = Int(Self.word(place + 4))
      place += Self.valueHeader
      rest -= size
      guard rest >= 0 else { return false }
      body(index, place, size)
      if size > 0 { place += size }
    }
    next = place
    return true
  }

  @inline(__always)
  private static func word(_ place: UnsafeRawPointer) -> Int32 {
    Int32(bigEndian: place.loadUnaligned(as: Int32.self))
  }

  /// The values of the current row; nil if its record is truncated.
  private mutating func readCells() -> UnsafeMutablePointer<Cell>? {
    if count > capacity {
      cells?.deallocate()
      cells = .allocate(capacity: count)
      capacity = count
    }
    guard let cells else { return nil }
    if hasCells { return cells }
    hasCells = walk { cells[$0] = Cell(start: $1, count: $2) }
    return hasCells ? cells : nil
  }

  /// The first value of the current row, if it is an 8-byte integer.
  @inline(__always)
  var key: Int64? {
    guard let row, let end, end - row >= Self.valueHeader + 8,
      UInt32(bitPattern: Self.word(row)) == PostgresType.int8.rawValue, Self.word(row + 4) == 8
    else { return nil }
    return Int64(bigEndian: (row + Self.valueHeader).loadUnaligned(as: Int64.self))
  }

  /// The value of an existing column in the current row; nil for NULL.
  mutating func value(_ column: Int) -> (start: UnsafeRawPointer, count: Int)? {
    guard let cells = readCells(), cells[column].count >= 0 else { return nil }
    return (cells[column].start, cells[column].count)
  }
}
