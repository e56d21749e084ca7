import CRowCells
import Foundation

/// Reads the columns of the current row of a running statement.
///
/// There is one call for each column, without boxing, because generated model code reads every
/// column of every row through it. Columns are numbered from 0. Reading a column as another type
/// converts like the database; a value that cannot be converted reads as zero or empty. The methods
/// return nil for NULL.
package protocol RowReader: AnyObject {
  func isNull(_ column: Int) -> Bool
  func int64IfPresent(_ column: Int) -> Int64?
  /// The number in the column; 0 for NULL.
  func int64(_ column: Int) -> Int64
  /// The number in the column; NaN for the 8 bytes that represent it.
  func doubleIfPresent(_ column: Int) -> Double?
  func stringIfPresent(_ column: Int) -> String?
  func dataIfPresent(_ column: Int) -> Data?
  /// The 16 bytes of a UUID; also nil if the column contains something else.
  func uuid(_ column: Int) -> UUID?
  func boolIfPresent(_ column: Int) -> Bool?
  func dateIfPresent(_ column: Int) -> Date?
  /// The value in its storage class, or with the type of the database's column.
  func value(_ column: Int) -> SQLValue
}

extension RowReader {
  package func int64(_ column: Int) -> Int64 { int64IfPresent(column) ?? 0 }
  package func double(_ column: Int) -> Double { doubleIfPresent(column) ?? 0 }
  package func string(_ column: Int) -> String { stringIfPresent(column) ?? "" }
  package func data(_ column: Int) -> Data { dataIfPresent(column) ?? Data() }

  // SQLite's representation, for databases without these types.

  package func boolIfPresent(_ column: Int) -> Bool? { int64IfPresent(column).map { $0 != 0 } }
  package func dateIfPresent(_ column: Int) -> Date? {
    doubleIfPresent(column).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}

/// Binds the parameters of a prepared statement; parameters are numbered from 1.
package protocol ParameterWriter: AnyObject {
  /// The first parameter whose value the database refused since the last run, for example as too
  /// large; 0 for none.
  ///
  /// The statement does not run if there is one.
  var refusedParameter: Int { get }
  /// The reason why the database refused it.
  func refusal() -> SQLError

  func bindNull(_ parameter: Int)
  func bind(_ value: Int64, _ parameter: Int)
  /// Binds a floating-point number.
  ///
  /// SQLite cannot store NaN as a number, so it is bound as its 8 bytes in big-endian order.
  func bind(_ value: Double, _ parameter: Int)
  func bind(_ value: String, _ parameter: Int)
  func bind(_ value: Data, _ parameter: Int)
  func bind(_ value: UUID, _ parameter: Int)
  /// Binds a Boolean value.
  func bind(_ value: Bool, _ parameter: Int)
  /// Binds a date.
  func bind(_ value: Date, _ parameter: Int)
  /// Binds a decimal number.
  func bind(_ value: Decimal, _ parameter: Int)

  /// Binds values to the parameters from `parameter` on, possibly without copying them.
  ///
  /// The values' memory stays valid until these parameters are bound again or ``clear()`` is
  /// called. The cells contain values that rows can contain, and values of the types that SQLite
  /// lacks.
  func bind(_ cells: UnsafePointer<openswiftdata_cell>, count: Int, from parameter: Int)
  /// Clears the values of all parameters.
  func clear()
}

extension ParameterWriter {
  package var refusedParameter: Int { 0 }

  package func bind(
    _ cells: UnsafePointer<openswiftdata_cell>, count: Int, from parameter: Int
  ) {
    for index in 0..<count {
      let cell = cells[index]
      let bytes = UnsafeBufferPointer(start: cell.bytes, count: Int(cell.count))
      switch cell.kind {
      case Int32(OPENSWIFTDATA_INTEGER): bind(cell.integer, parameter + index)
      case Int32(OPENSWIFTDATA_REAL): bind(cell.real, parameter + index)
      case Int32(OPENSWIFTDATA_TEXT):
        bind(String(decoding: bytes, as: UTF8.self), parameter + index)
      case Int32(OPENSWIFTDATA_BLOB): bind(Data(bytes), parameter + index)
      case Int32(OPENSWIFTDATA_BOOL): bind(cell.integer != 0, parameter + index)
      case Int32(OPENSWIFTDATA_DATE): bind(cell.date, parameter + index)
      case Int32(OPENSWIFTDATA_UUID):
        if let uuid = cell.uuid { bind(uuid, parameter + index) }
      case Int32(OPENSWIFTDATA_DECIMAL):
        if let decimal = cell.decimal { bind(decimal, parameter + index) }
      default: bindNull(parameter + index)
      }
    }
  }

  package func clear() {}

  // SQLite's representation, for databases without these types.

  package func bind(_ value: Bool, _ parameter: Int) { bind(value ? 1 : 0 as Int64, parameter) }
  package func bind(_ value: Date, _ parameter: Int) {
    bind(value.timeIntervalSinceReferenceDate, parameter)
  }
  package func bind(_ value: Decimal, _ parameter: Int) {
    bind(SQLValue.decimal(value).stored, parameter)
  }

  package func refusal() -> SQLError {
    SQLError(kind: .other, code: 0, message: "No value was refused.")
  }
  package func bind(_ value: SQLValue, _ parameter: Int) {
    switch value {
    case .null: bindNull(parameter)
    case .integer(let integer): bind(integer, parameter)
    case .real(let real): bind(real, parameter)
    case .text(let text): bind(text, parameter)
    case .blob(let blob): bind(blob, parameter)
    case .bool(let truth): bind(truth, parameter)
    case .date(let date): bind(date, parameter)
    case .uuid(let uuid): bind(uuid, parameter)
    case .decimal(let decimal): bind(decimal, parameter)
    }
  }
}
