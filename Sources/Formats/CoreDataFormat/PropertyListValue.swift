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
}

// `PropertyListSerialization` cannot write arrays in programs that link Foundation statically
// (`--static-swift-stdlib`), because it does not recognize their bridged form. An encoder can write
// them.
extension PropertyListValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsignedInteger(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .dictionary(let values): try container.encode(values)
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
