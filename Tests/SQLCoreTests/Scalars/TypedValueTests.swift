import CRowCells
import Foundation
import SQLCore
import SQLiteDriver
import Testing

/// Values of types that SQLite lacks are converted for it.
@Suite("Typed values")
struct TypedValueTests {
  private static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  private static let long = Decimal(string: "12345678901234567890.123456789") ?? 0

  /// Values with their representation in SQLite.
  private static let values: [(SQLValue, stored: SQLValue)] = [
    (.null, .null), (.integer(-7), .integer(-7)), (.text("é"), .text("é")),
    (.bool(true), .integer(1)), (.bool(false), .integer(0)),
    (.date(Date(timeIntervalSinceReferenceDate: 1.5)), .real(1.5)),
    (
      .date(Date(timeIntervalSinceReferenceDate: .nan)),
      .blob(Data([0x7F, 0xF8, 0, 0, 0, 0, 0, 0]))
    ),
    (.uuid(uuid), .blob(Data(0..<16))), (.decimal(3), .integer(3)), (.decimal(0.5), .real(0.5)),
    (.decimal(long), .blob(DecimalKey(long).bytes)),
    (.decimal(.nan), .blob(DecimalKey(.nan).bytes)),
  ]

  @Test func valuesHaveOneFormInStorage() {
    for (value, stored) in Self.values {
      #expect(value.stored == stored)
      #expect(stored.stored == stored)
    }
  }

  @Test func valuesAreBoundInTheirStoredForm() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    for (value, stored) in Self.values {
      #expect(try connection.rows("SELECT ?", [value]) == [[stored]])
    }
  }

  @Test func functionsReturnValuesInTheirStoredForm() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    for (value, stored) in Self.values {
      try connection.register(function: "same", argumentCount: 0) { _ in value }
      #expect(try connection.rows("SELECT same()") == [[stored]])
    }
  }

  @Test func valuesAreBoundFromCells() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let statement = try connection.prepare("SELECT ?, ?, ?, ?")
    try withCells { cells in
      statement.parameters.bind(cells, count: 4, from: 1)
      let hasRow = try statement.step()
      #expect(hasRow)
      #expect((0..<4).map(statement.row.value) == Self.cellValues.map(\.stored))
      statement.reset()
      statement.parameters.clear()
    }
  }

  /// The driver of a database with these types receives them unchanged.
  @Test func cellsKeepTheTypesOfValues() {
    let written = TypedValues()
    withCells { written.bind($0, count: 4, from: 1) }
    #expect(written.values == Self.cellValues)
  }

  private static let cellValues: [SQLValue] = [
    .bool(true), .date(Date(timeIntervalSinceReferenceDate: -0.5)), .uuid(uuid), .decimal(long),
  ]

  private func withCells(
    _ body: (UnsafePointer<openswiftdata_cell>) throws -> Void
  ) rethrows {
    try withUnsafeBytes(of: Self.uuid.uuid) { uuid in
      try withUnsafeBytes(of: Self.long) { decimal in
        func cell(_ kind: Int, _ bytes: UnsafeRawBufferPointer) -> openswiftdata_cell {
          openswiftdata_cell(
            kind: Int32(kind), count: Int32(bytes.count),
            .init(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)))
        }
        let cells = [
          openswiftdata_cell(kind: Int32(OPENSWIFTDATA_BOOL), count: 0, .init(integer: 1)),
          openswiftdata_cell(kind: Int32(OPENSWIFTDATA_DATE), count: 0, .init(real: -0.5)),
          cell(Int(OPENSWIFTDATA_UUID), uuid), cell(Int(OPENSWIFTDATA_DECIMAL), decimal),
        ]
        try cells.withUnsafeBufferPointer { try $0.baseAddress.map(body) }
      }
    }
  }
}

/// Records the written values with their types.
private final class TypedValues: ParameterWriter {
  var values = [SQLValue](repeating: .null, count: 4)

  func bindNull(_ parameter: Int) { values[parameter - 1] = .null }
  func bind(_ value: Int64, _ parameter: Int) { values[parameter - 1] = .integer(value) }
  func bind(_ value: Double, _ parameter: Int) { values[parameter - 1] = .real(value) }
  func bind(_ value: String, _ parameter: Int) { values[parameter - 1] = .text(value) }
  func bind(_ value: Data, _ parameter: Int) { values[parameter - 1] = .blob(value) }
  func bind(_ value: UUID, _ parameter: Int) { values[parameter - 1] = .uuid(value) }
  func bind(_ value: Bool, _ parameter: Int) { values[parameter - 1] = .bool(value) }
  func bind(_ value: Date, _ parameter: Int) { values[parameter - 1] = .date(value) }
  func bind(_ value: Decimal, _ parameter: Int) { values[parameter - 1] = .decimal(value) }
}
