import Foundation
import SQLCore

extension StoredValue {
  /// The name of the SQL function of one argument that makes a column of decimal numbers
  /// comparable: see `decimalKey(of:)`.
  package static let decimalKeyFunction = "OPENSWIFTDATA_DECIMAL_KEY"

  /// A decimal number: INTEGER where 64 bits hold it; else REAL where the number is the shortest
  /// text of a floating-point number, as with up to 15 digits it always is; else, like NaN, the
  /// bytes of its `DecimalKey`, which a column of NUMERIC affinity leaves alone.
  package static func encode(_ value: Decimal) -> SQLValue {
    guard let digits = DecimalDigits(value) else { return .blob(DecimalKey(value).bytes) }
    if let integer = digits.int64 { return .integer(integer) }
    if let double = digits.double { return .real(double) }
    return .blob(DecimalKey(value).bytes)
  }

  package static func decodeDecimal(_ value: SQLValue) -> Decimal? {
    switch value {
    case .integer(let integer): Decimal(integer)
    case .real(let real): DecimalDigits(text: "\(real)")?.decimal
    case .blob: DecimalKey(value)?.decimal
    // A column without NUMERIC affinity, such as an expression's, may hold the number as text.
    case .text(let text): DecimalDigits(text: text)?.decimal
    case .null: nil
    }
  }

  /// What `decimalKeyFunction` returns for its argument: bytes that sort as the numbers do, or
  /// NULL.
  ///
  /// `ORDER BY`, `<` and `>` need it, since SQL sorts bytes after all numbers; `=` does not.
  package static func decimalKey(of value: SQLValue) -> SQLValue {
    DecimalKey(value).map { .blob($0.bytes) } ?? .null
  }
}
