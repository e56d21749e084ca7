import Foundation
import SyncHTTP

/// A value in Firestore.
indirect enum FirestoreField: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case text(String)
  case bytes(Data)
  /// A timestamp in Firestore's text format.
  case time(String)
  case list([FirestoreField])
  case map([String: FirestoreField])
  /// A value of a type that is not written here, such as a geographical point.
  case other

  /// The nesting depth of maps and lists.
  var levels: Int {
    switch self {
    case .list(let fields): 1 + (fields.map(\.levels).max() ?? 0)
    case .map(let fields): 1 + (fields.values.map(\.levels).max() ?? 0)
    default: 0
    }
  }

  /// The size in bytes that Firestore counts for the value, or slightly more.
  var size: Int {
    switch self {
    case .null, .bool: 1
    case .integer, .double, .time: 8
    case .text(let text): text.utf8.count + 1
    case .bytes(let bytes): bytes.count
    case .list(let fields): fields.reduce(0) { $0 + $1.size }
    // According to Firestore's page on storage size, a map counts like a document.
    case .map(let fields): Self.size(of: fields)
    case .other: 0
    }
  }

  /// Returns the size in bytes that Firestore counts for fields.
  static func size(of fields: [String: FirestoreField]) -> Int {
    fields.reduce(32) { $0 + $1.key.utf8.count + 1 + $1.value.size }
  }
}

extension FirestoreField {
  /// Reads a value from an answer.
  ///
  /// - Throws: `JSONError` if the value does not fit its type.
  init(_ json: JSONValue) throws {
    guard let (type, value) = try json.object.first else {
      self = .other
      return
    }
    switch type {
    case "nullValue": self = .null
    case "booleanValue": self = .bool(try value.bool)
    case "integerValue":
      guard let number = Int64(try value.string) else {
        throw JSONError.notOfType("integer in a string")
      }
      self = .integer(number)
    case "doubleValue": self = .double(try Self.double(value))
    case "stringValue": self = .text(try value.string)
    case "bytesValue":
      guard let bytes = Data(base64Encoded: try value.string) else {
        throw JSONError.notOfType("Base64")
      }
      self = .bytes(bytes)
    case "timestampValue": self = .time(try value.string)
    case "arrayValue":
      self = .list(try (value["values"]?.array ?? []).map(FirestoreField.init))
    case "mapValue": self = .map(try Self.fields(value["fields"] ?? [:]))
    default: self = .other
    }
  }

  /// Reads the fields of a document or a map.
  static func fields(_ json: JSONValue) throws -> [String: FirestoreField] {
    try json.object.mapValues(FirestoreField.init)
  }

  private static func double(_ json: JSONValue) throws -> Double {
    switch json {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: try json.double
    }
  }

  /// The value in the format of requests.
  var json: JSONValue {
    switch self {
    case .null, .other: ["nullValue": .null]
    case .bool(let value): ["booleanValue": .bool(value)]
    // As text, because JSON parsers preserve only 53 bits.
    case .integer(let value): ["integerValue": "\(value)"]
    case .double(let value) where value.isFinite: ["doubleValue": .double(value)]
    case .double(let value):
      ["doubleValue": value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"]
    case .text(let value): ["stringValue": .string(value)]
    case .bytes(let value): ["bytesValue": .string(value.base64EncodedString())]
    case .time(let value): ["timestampValue": .string(value)]
    case .list(let fields): ["arrayValue": ["values": .array(fields.map(\.json))]]
    case .map(let fields): ["mapValue": ["fields": .object(fields.mapValues(\.json))]]
    }
  }
}
