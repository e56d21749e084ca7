import CPostgres

/// Rows that came as one value, record after record in the binary form of records; of a result that somebody else
/// holds.
struct PostgresPage {
  /// A value of the current row.
  private struct Cell {
    var start: UnsafeRawPointer
    /// How many bytes the value has; negative for NULL.
    var count: Int
  }

  /// The values of the current row, once somebody has asked for one of them.
  private var cells: UnsafeMutablePointer<Cell>?
  private var hasCells = false
  private var capacity = 0
  private var count = 0
  /// Where the values of the current row begin.
  private var row: UnsafeRawPointer?
  /// Where the next record begins; nil until it is known.
  private var next: UnsafeRawPointer?
  /// Where the last record ends.
  private var end: UnsafeRawPointer?

  /// A record begins with the number of its values.
  private static var recordHeader: Int { 4 }
  /// Each value begins with its type and length.
  private static var valueHeader: Int { 8 }

  /// Gives back the memory, after which the page is not used.
  func deallocate() { cells?.deallocate() }

  /// Reads a result from its start, in place of the one before.
  ///
  /// - Parameters:
  ///   - result: The result, with the number of rows and all of them in one row.
  ///   - types: The types of the columns.
  /// - Returns: How many rows there are; nil where the result is another one.
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

  /// Goes to the next row.
  ///
  /// - Returns: False where the records end before it.
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

  /// Whether the records end where the value does, after the last row.
  mutating func isAtEnd() -> Bool {
    if next == nil { walk { _, _, _ in } }
    return next != nil && next == end
  }

  /// Goes through the values of the current row.
  ///
  /// - Parameter body: Takes the number of a column, where its value begins, and how many bytes that has: a negative
  ///   number for NULL.
  /// - Returns: False where the record ends before its values.
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

  /// The values of the current row; nil where its record ends before them.
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

  /// The first value of the current row, where it is a number of eight bytes.
  @inline(__always)
  var key: Int64? {
    guard let row, let end, end - row >= Self.valueHeader + 8,
      UInt32(bitPattern: Self.word(row)) == PostgresType.int8.rawValue, Self.word(row + 4) == 8
    else { return nil }
    return Int64(bigEndian: (row + Self.valueHeader).loadUnaligned(as: Int64.self))
  }

  /// The value of a column, which there is, of the current row; nil for NULL.
  mutating func value(_ column: Int) -> (start: UnsafeRawPointer, count: Int)? {
    guard let cells = readCells(), cells[column].count >= 0 else { return nil }
    return (cells[column].start, cells[column].count)
  }
}
