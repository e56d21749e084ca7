import Foundation

/// The stored form of a new row's default value.
package enum DefaultValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes(Data)
  /// A different UUID for every row.
  case newUUID
}
