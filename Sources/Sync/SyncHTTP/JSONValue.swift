import Foundation

/// A value of JSON, whose integers are exact.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction and an exponent.
  case integer(Int64)
  /// Any other number, and an integer that needs more than 64 bits.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses JSON.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8.
  ///   - valueLimit: The maximum number of values in it.
  /// - Throws: `JSONError`, if it is invalid or exceeds a limit.
  package init(_ data: Data, valueLimit: Int = 1_000) throws(JSONError) {
    var parser = JSONParser(data, valueLimit: valueLimit)
    self = try parser.document()
  }

  /// Returns the value as JSON in UTF-8, with members sorted by name.
  ///
  /// - Throws: `EncodingError` if a number is infinite or not a number.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

/// Why JSON cannot be read.
package enum JSONError: Error, Hashable {
  case invalid
  case nestedTooDeeply
  case tooManyValues
  case numberTooLong
  /// The value has another type than the expected one.
  case notOfType(String)
  /// The object lacks this member, or it is null.
  case missing(String)
}

// Reading.

extension JSONValue {
  package var bool: Bool {
    get throws(JSONError) {
      guard case .bool(let value) = self else { throw .notOfType("Boolean") }
      return value
    }
  }

  package var integer: Int64 {
    get throws(JSONError) {
      switch self {
      case .integer(let value): return value
      case .double(let value):
        if let integer = Int64(exactly: value) { return integer }
      default: break
      }
      throw .notOfType("integer")
    }
  }

  package var double: Double {
    get throws(JSONError) {
      switch self {
      case .double(let value): value
      case .integer(let value): Double(value)
      default: throw .notOfType("number")
      }
    }
  }

  package var string: String {
    get throws(JSONError) {
      guard case .string(let value) = self else { throw .notOfType("string") }
      return value
    }
  }

  package var array: [JSONValue] {
    get throws(JSONError) {
      guard case .array(let value) = self else { throw .notOfType("array") }
      return value
    }
  }

  package var object: [String: JSONValue] {
    get throws(JSONError) {
      guard case .object(let value) = self else { throw .notOfType("object") }
      return value
    }
  }

  /// Returns a member of an object; nil if it is missing or null, or if this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name], value != .null else {
      return nil
    }
    return value
  }

  /// Returns a member of an object that must have it.
  package func member(_ name: String) throws(JSONError) -> JSONValue {
    guard let value = try object[name], value != .null else { throw .missing(name) }
    return value
  }
}

// Writing.

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}
