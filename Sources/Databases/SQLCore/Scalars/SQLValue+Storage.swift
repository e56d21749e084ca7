import Foundation

extension SQLValue {
  /// The value in one of SQLite's five [storage classes](https://sqlite.org/datatype3.html), as
  /// Core Data uses them.
  ///
  /// - A Boolean value is the integer 1 or 0.
  /// - A date is the seconds since the start of 2001, UTC.
  /// - A UUID is its 16 bytes, in the order of its text.
  /// - A decimal number is an integer or a floating-point number if that is exact, otherwise bytes.
  package var stored: SQLValue {
    switch self {
    case .null, .integer, .real, .text, .blob: self
    case .bool(let truth): .integer(truth ? 1 : 0)
    case .date(let date): .number(date.timeIntervalSinceReferenceDate)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .decimal(let decimal): Self.stored(decimal)
    }
  }
}
