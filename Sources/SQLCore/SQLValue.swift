import Foundation

/// One value of a row or a parameter, in the five storage classes every SQL database shares.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
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

  package static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}
