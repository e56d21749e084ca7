import Foundation

/// One value of a row or a parameter.
///
/// Values that are made of Swift's keep their type down to the driver of a database. A database that
/// lacks the type, as SQLite lacks the last four, gets what ``stored`` says, and gives such values back
/// in the first five.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  case bool(Bool)
  case date(Date)
  case uuid(UUID)
  case decimal(Decimal)
}

extension SQLValue {
  package var isNull: Bool { self == .null }

  /// The text, where it is text.
  package var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// The bytes, where it is a BLOB.
  package var blob: Data? {
    if case .blob(let blob) = self { return blob }
    return nil
  }
}
