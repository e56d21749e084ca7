import Foundation

/// A Swift type whose values are stored in one column.
package protocol SQLScalar: SendableMetatype {
  /// The scalar type of a column for the values.
  static var scalarType: ScalarType { get }
  /// The number of optionals that wrap the type.
  static var optionalDepth: Int { get }
  /// The value with its type, which the driver of a database converts for its columns.
  var sqlValue: SQLValue { get }
}

extension SQLScalar {
  package static var optionalDepth: Int { 0 }
}

extension Bool: SQLScalar {
  package static var scalarType: ScalarType { .bool }
  package var sqlValue: SQLValue { .bool(self) }
}

extension Int: SQLScalar {
  package static var scalarType: ScalarType { .int64 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int8: SQLScalar {
  package static var scalarType: ScalarType { .int16 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int16: SQLScalar {
  package static var scalarType: ScalarType { .int16 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int32: SQLScalar {
  package static var scalarType: ScalarType { .int32 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLScalar {
  package static var scalarType: ScalarType { .int64 }
  package var sqlValue: SQLValue { .integer(self) }
}

extension UInt8: SQLScalar {
  package static var scalarType: ScalarType { .int16 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt16: SQLScalar {
  package static var scalarType: ScalarType { .int32 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt32: SQLScalar {
  package static var scalarType: ScalarType { .int64 }
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt: SQLScalar {
  package static var scalarType: ScalarType { .uint64 }
  package var sqlValue: SQLValue { .integer(Int64(bitPattern: UInt64(self))) }
}

extension UInt64: SQLScalar {
  package static var scalarType: ScalarType { .uint64 }
  package var sqlValue: SQLValue { .integer(Int64(bitPattern: self)) }
}

extension Double: SQLScalar {
  package static var scalarType: ScalarType { .double }
  package var sqlValue: SQLValue { .number(self) }
}

extension Float: SQLScalar {
  package static var scalarType: ScalarType { .float }
  package var sqlValue: SQLValue { .number(Double(self)) }
}

extension CGFloat: SQLScalar {
  package static var scalarType: ScalarType { .double }
  package var sqlValue: SQLValue { .number(Double(self)) }
}

extension Date: SQLScalar {
  package static var scalarType: ScalarType { .date }
  package var sqlValue: SQLValue { .date(self) }
}

extension String: SQLScalar {
  package static var scalarType: ScalarType { .string }
  package var sqlValue: SQLValue { .text(self) }
}

extension Substring: SQLScalar {
  package static var scalarType: ScalarType { .string }
  package var sqlValue: SQLValue { .text(String(self)) }
}

extension Character: SQLScalar {
  package static var scalarType: ScalarType { .string }
  package var sqlValue: SQLValue { .text(String(self)) }
}

extension UUID: SQLScalar {
  package static var scalarType: ScalarType { .uuid }
  package var sqlValue: SQLValue { .uuid(self) }
}

extension Data: SQLScalar {
  package static var scalarType: ScalarType { .data }
  package var sqlValue: SQLValue { .blob(self) }
}

extension URL: SQLScalar {
  package static var scalarType: ScalarType { .url }

  /// The text of the URL.
  ///
  /// A URL relative to a base only equals URLs with the same base. The lines after its absolute
  /// text therefore contain its own text, its base's, and so on. URLs never contain line breaks.
  package var sqlValue: SQLValue {
    guard baseURL != nil else { return .text(relativeString) }
    var lines = [absoluteString]
    var current: URL? = self
    while let url = current {
      lines.append(url.relativeString)
      current = url.baseURL
    }
    return .text(lines.joined(separator: "\n"))
  }
}

extension Decimal: SQLScalar {
  package static var scalarType: ScalarType { .decimal }
  package var sqlValue: SQLValue { .decimal(self) }
}

extension Optional: SQLScalar where Wrapped: SQLScalar {
  package static var scalarType: ScalarType { Wrapped.scalarType }
  package static var optionalDepth: Int { Wrapped.optionalDepth + 1 }
  package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
