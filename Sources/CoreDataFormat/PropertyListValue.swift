import Foundation

/// A value of a property list.
package enum PropertyListValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case unsignedInteger(UInt64)
  case real(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// Nil for an object that is no property list.
  init?(_ object: Any) {
    switch object {
    // Asked by type, because a number casts to `Bool` too.
    case let value where type(of: value) == Bool.self: self = .boolean(value as? Bool ?? false)
    case let value as String: self = .string(value)
    case let value as NSNumber: self = Self.number(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let values as [Any]:
      let converted = values.compactMap(PropertyListValue.init)
      guard converted.count == values.count else { return nil }
      self = .array(converted)
    case let values as [String: Any]:
      let converted = values.compactMapValues(PropertyListValue.init)
      guard converted.count == values.count else { return nil }
      self = .dictionary(converted)
    default: return nil
    }
  }

  private static func number(_ number: NSNumber) -> PropertyListValue {
    switch String(cString: number.objCType) {
    case "c", "B": .boolean(number.boolValue)
    case "d", "f": .real(number.doubleValue)
    default:
      number.compare(NSNumber(value: Int64.max)) == .orderedDescending
        ? .unsignedInteger(number.uint64Value) : .integer(number.int64Value)
    }
  }

  /// The value as `PropertyListSerialization` takes it.
  var object: Any {
    switch self {
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsignedInteger(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.object)
    case .dictionary(let values): values.mapValues(\.object)
    }
  }
}

extension PropertyListValue {
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var data: Data? { if case .data(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var array: [PropertyListValue]? {
    if case .array(let values) = self { values } else { nil }
  }
  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}
