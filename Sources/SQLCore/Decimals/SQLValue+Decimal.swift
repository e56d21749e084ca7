import Foundation

extension SQLValue {
  /// A decimal number as SQLite holds it: INTEGER where 64 bits hold it; else REAL where the number is the shortest
  /// text of a floating-point number, as with up to 15 digits it always is; else, like NaN, the
  /// bytes of its `DecimalKey`, which a column of NUMERIC affinity leaves alone.
  static func stored(_ value: Decimal) -> SQLValue {
    guard let digits = DecimalDigits(value) else { return .blob(DecimalKey(value).bytes) }
    if let integer = digits.int64 { return .integer(integer) }
    if let double = digits.double { return .real(double) }
    return .blob(DecimalKey(value).bytes)
  }

  /// The decimal number; nil for NULL and whatever stands for none.
  package var decimal: Decimal? {
    switch self {
    case .decimal(let decimal): decimal
    case .integer(let integer): Decimal(integer)
    case .real(let real): DecimalDigits(text: "\(real)")?.decimal
    case .blob: DecimalKey(self)?.decimal
    // A column without NUMERIC affinity, such as an expression's, may hold the number as text.
    case .text(let text): DecimalDigits(text: text)?.decimal
    case .null, .bool, .date, .uuid: nil
    }
  }

  /// Bytes that sort as the decimal numbers do, or NULL.
  ///
  /// `ORDER BY`, `<` and `>` need them, since SQL sorts bytes after all numbers; `=` does not.
  package var decimalKey: SQLValue { DecimalKey(self).map { .blob($0.bytes) } ?? .null }
}
