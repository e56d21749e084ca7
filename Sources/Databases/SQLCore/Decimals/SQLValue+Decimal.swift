import Foundation

extension SQLValue {
  /// A decimal number as SQLite stores it.
  ///
  /// It is an INTEGER if it fits into 64 bits. Otherwise it is a REAL if it is the shortest text of
  /// a floating-point number, which numbers of up to 15 digits always are. All others, and NaN, are
  /// the bytes of a `DecimalKey`, which a column of NUMERIC affinity leaves unchanged.
  static func stored(_ value: Decimal) -> SQLValue {
    guard let digits = DecimalDigits(value) else { return .blob(DecimalKey(value).bytes) }
    if let integer = digits.int64 { return .integer(integer) }
    if let double = digits.double { return .real(double) }
    return .blob(DecimalKey(value).bytes)
  }

  /// The decimal number; nil for NULL and any value that does not represent one.
  package var decimal: Decimal? {
    switch self {
    case .decimal(let decimal): decimal
    case .integer(let integer): Decimal(integer)
    case .real(let real): DecimalDigits(text: "\(real)")?.decimal
    case .blob: DecimalKey(self)?.decimal
    // Values without NUMERIC affinity, such as those of expressions, may be text.
    case .text(let text): DecimalDigits(text: text)?.decimal
    case .null, .bool, .date, .uuid: nil
    }
  }

  /// Bytes that sort like the decimal numbers, or NULL.
  ///
  /// `ORDER BY`, `<`, and `>` need them, because SQL sorts bytes after all numbers; `=` does not.
  package var decimalKey: SQLValue { DecimalKey(self).map { .blob($0.bytes) } ?? .null }
}
