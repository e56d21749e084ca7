/// The type of one column: the types that Swift's plain values are stored as.
///
/// This is the only list of these types. `CoreDataFormat` defines by these cases how Core Data
/// declares and stores each, and `SQLScalar` defines what Swift types are stored as.
package enum ScalarType: Hashable, Sendable, CaseIterable {
  case bool
  case int16
  case int32
  case int64
  /// Stored as its bit pattern if columns are signed.
  case uint64
  case float
  case double
  case decimal
  case string
  case date
  case data
  case uuid
  case url
}

extension ScalarType {
  /// What SQL needs to sort values in Swift's order.
  package enum Order: Hashable, Sendable {
    /// Nothing.
    case plain
    /// Swift has no order for the values, but SQL can compare them for equality.
    case none
    /// 64-bit unsigned integers by their bit patterns.
    case unsigned
    /// Strings, which are equal when canonically equivalent.
    case string
    /// Decimal numbers, which columns store in several forms.
    case decimal
  }

  package var order: Order {
    switch self {
    case .bool, .int16, .int32, .int64, .float, .double, .date, .uuid: .plain
    case .uint64: .unsigned
    case .decimal: .decimal
    case .string: .string
    case .data, .url: .none
    }
  }
}
