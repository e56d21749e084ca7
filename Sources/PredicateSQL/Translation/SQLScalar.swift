import Foundation
import SQLCore

/// A Swift type whose values one column holds, in a form that SQL can compare.
protocol SQLScalar {
  static var sqlType: SQLType { get }
  static var isOptionalScalar: Bool { get }
  /// The value as its column stores it.
  var sqlValue: SQLValue { get }
}

extension SQLScalar {
  static var isOptionalScalar: Bool { false }
}

extension Bool: SQLScalar {
  static var sqlType: SQLType { .boolean }
  var sqlValue: SQLValue { .bool(self) }
}

extension Int: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int8: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int16: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int32: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(self) }
}

extension UInt8: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt16: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt32: SQLScalar {
  static var sqlType: SQLType { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt: SQLScalar {
  static var sqlType: SQLType { .unsigned }
  var sqlValue: SQLValue { .integer(Int64(bitPattern: UInt64(self))) }
}

extension UInt64: SQLScalar {
  static var sqlType: SQLType { .unsigned }
  var sqlValue: SQLValue { .integer(Int64(bitPattern: self)) }
}

extension Double: SQLScalar {
  static var sqlType: SQLType { .double }
  var sqlValue: SQLValue { .number(self) }
}

extension Float: SQLScalar {
  static var sqlType: SQLType { .float }
  var sqlValue: SQLValue { .number(Double(self)) }
}

extension CGFloat: SQLScalar {
  static var sqlType: SQLType { .double }
  var sqlValue: SQLValue { .number(Double(self)) }
}

extension Date: SQLScalar {
  static var sqlType: SQLType { .date }
  var sqlValue: SQLValue { .number(timeIntervalSinceReferenceDate) }
}

extension String: SQLScalar {
  static var sqlType: SQLType { .string }
  var sqlValue: SQLValue { .text(self) }
}

extension Substring: SQLScalar {
  static var sqlType: SQLType { .string }
  var sqlValue: SQLValue { .text(String(self)) }
}

extension Character: SQLScalar {
  static var sqlType: SQLType { .string }
  var sqlValue: SQLValue { .text(String(self)) }
}

extension UUID: SQLScalar {
  static var sqlType: SQLType { .uuid }
  var sqlValue: SQLValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
}

extension Data: SQLScalar {
  static var sqlType: SQLType { .data }
  var sqlValue: SQLValue { .blob(self) }
}

extension URL: SQLScalar {
  static var sqlType: SQLType { .url }
  var sqlValue: SQLValue { .text(absoluteString) }
}

extension Decimal: SQLScalar {
  static var sqlType: SQLType { .decimal }
  var sqlValue: SQLValue { .decimal(self) }
}

extension Optional: SQLScalar where Wrapped: SQLScalar {
  static var sqlType: SQLType { Wrapped.isOptionalScalar ? .opaque : Wrapped.sqlType }
  static var isOptionalScalar: Bool { true }
  var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
