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

  package static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}
