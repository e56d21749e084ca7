import Foundation

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

extension FirestoreField: Codable {
  private enum CodingKeys: String, CodingKey {
    case nullValue, booleanValue, integerValue, doubleValue, stringValue, bytesValue
    case timestampValue, arrayValue, mapValue
  }

  private struct List: Codable { var values: [FirestoreField]? }
  private struct Map: Codable { var fields: [String: FirestoreField]? }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch container.allKeys.first {
    case .nullValue: self = .null
    case .booleanValue: self = .bool(try container.decode(Bool.self, forKey: .booleanValue))
    case .integerValue: self = .integer(try Self.integer(container))
    case .doubleValue: self = .double(try Self.double(container))
    case .stringValue: self = .text(try container.decode(String.self, forKey: .stringValue))
    case .bytesValue: self = .bytes(try container.decode(Data.self, forKey: .bytesValue))
    case .timestampValue: self = .time(try container.decode(String.self, forKey: .timestampValue))
    case .arrayValue:
      self = .list(try container.decode(List.self, forKey: .arrayValue).values ?? [])
    case .mapValue: self = .map(try container.decode(Map.self, forKey: .mapValue).fields ?? [:])
    case nil: self = .other
    }
  }

  private static func integer(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Int64 {
    let text = try container.decode(String.self, forKey: .integerValue)
    guard let number = Int64(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .integerValue, in: container, debugDescription: "not an integer")
    }
    return number
  }

  private static func double(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Double {
    guard let text = try? container.decode(String.self, forKey: .doubleValue) else {
      return try container.decode(Double.self, forKey: .doubleValue)
    }
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .doubleValue, in: container, debugDescription: "not a number")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: try container.encodeNil(forKey: .nullValue)
    case .bool(let value): try container.encode(value, forKey: .booleanValue)
    // As text, because JSON parsers preserve only 53 bits.
    case .integer(let value): try container.encode("\(value)", forKey: .integerValue)
    case .double(let value) where value.isFinite:
      try container.encode(value, forKey: .doubleValue)
    case .double(let value):
      let name = value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
      try container.encode(name, forKey: .doubleValue)
    case .text(let value): try container.encode(value, forKey: .stringValue)
    case .bytes(let value): try container.encode(value, forKey: .bytesValue)
    case .time(let value): try container.encode(value, forKey: .timestampValue)
    case .list(let fields): try container.encode(List(values: fields), forKey: .arrayValue)
    case .map(let fields): try container.encode(Map(fields: fields), forKey: .mapValue)
    case .other: try container.encodeNil(forKey: .nullValue)
    }
  }
}
