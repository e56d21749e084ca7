import Foundation

/// The stored form of the value that a new row has.
package enum DefaultValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes(Data)
  /// Another UUID for every row.
  case newUUID
}
