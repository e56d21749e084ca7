import CRowCells
import Foundation
import SQLCore
import SQLiteDriver
import Testing

/// Values that are bound without a copy.
@Suite("Cells of parameters")
struct CellBindingTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE t (a, b, c, d, e, f)")
  }

  /// A cell of each kind, in memory that is released after `body`.
  private func withCells(
    _ body: (UnsafePointer<openswiftdata_cell>, Int) throws -> Void
  ) rethrows {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
    bytes.initialize(from: [0x63, 0xC3, 0xA9, 0x00], count: 4)
    let cells = UnsafeMutablePointer<openswiftdata_cell>.allocate(capacity: 6)
    defer {
      // A later read would find other bytes.
      memset(bytes, 0xFF, 4)
      bytes.deallocate()
      cells.deallocate()
    }
    cells[0] = openswiftdata_cell(kind: Int32(OPENSWIFTDATA_INTEGER), count: 0, .init(integer: -7))
    cells[1] = openswiftdata_cell(kind: Int32(OPENSWIFTDATA_REAL), count: 0, .init(real: 0.5))
    cells[2] = openswiftdata_cell(
      kind: Int32(OPENSWIFTDATA_TEXT), count: 3, .init(bytes: UnsafePointer(bytes)))
    cells[3] = openswiftdata_cell(
      kind: Int32(OPENSWIFTDATA_BLOB), count: 4, .init(bytes: UnsafePointer(bytes)))
    cells[4] = openswiftdata_cell(kind: Int32(OPENSWIFTDATA_NULL), count: 0, .init(integer: 0))
    cells[5] = openswiftdata_cell(kind: Int32(OPENSWIFTDATA_TEXT), count: 0, .init(bytes: nil))
    try body(cells, 6)
  }

  private let expected: [SQLValue] = [
    .integer(-7), .real(0.5), .text("cé"), .blob(Data([0x63, 0xC3, 0xA9, 0x00])), .null, .text(""),
  ]

  @Test func cellsBindTheirValues() throws {
    let statement = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
    try withCells { cells, count in
      statement.parameters.bind(cells, count: count, from: 1)
      _ = try statement.step()
      statement.reset()
      statement.parameters.clear()
    }
    #expect(try connection.rows("SELECT * FROM t") == [expected])
  }

  /// A statement that runs again after the memory was released must not read it.
  @Test func clearedParametersAreNull() throws {
    let statement = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
    withCells { cells, count in
      statement.parameters.bind(cells, count: count, from: 1)
      statement.parameters.clear()
    }
    _ = try statement.step()
    statement.reset()
    #expect(try connection.rows("SELECT * FROM t") == [Array(repeating: .null, count: 6)])
  }

  /// Writers that copy receive the same values.
  @Test func copyingWritersReceiveTheSameValues() throws {
    let written = WrittenValues()
    withCells { cells, count in written.bind(cells, count: count, from: 1) }
    #expect(written.values == expected)
  }
}

/// Records the written values.
private final class WrittenValues: ParameterWriter {
  var values = [SQLValue](repeating: .null, count: 6)

  func bindNull(_ parameter: Int) { values[parameter - 1] = .null }
  func bind(_ value: Int64, _ parameter: Int) { values[parameter - 1] = .integer(value) }
  func bind(_ value: Double, _ parameter: Int) { values[parameter - 1] = .real(value) }
  func bind(_ value: String, _ parameter: Int) { values[parameter - 1] = .text(value) }
  func bind(_ value: Data, _ parameter: Int) { values[parameter - 1] = .blob(value) }
  func bind(_ value: UUID, _ parameter: Int) {
    values[parameter - 1] = .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
  }
}
