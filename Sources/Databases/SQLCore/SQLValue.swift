import Foundation

/// One value of a row or a parameter.
///
/// Values created from Swift values keep their type until they reach the driver of a database. A
/// database without the type, such as SQLite for the last four, receives the ``stored`` value, and
/// returns such values as one of the first five.
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

  /// The value as SQL text, for messages.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.quoted(by: "'")
    case .blob(let bytes): "x'\(bytes.hexadecimal)'"
    case .bool(let truth): truth ? "TRUE" : "FALSE"
    case .date(let date): "'\(date.ISO8601Format())'"
    case .uuid(let uuid): "'\(uuid.uuidString)'"
    case .decimal(let decimal): "\(decimal)"
    }
  }

  /// The text, if it is a text.
  package var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// The bytes, if it is a BLOB.
  package var blob: Data? {
    if case .blob(let blob) = self { return blob }
    return nil
  }
}
