import Foundation
import SyncHTTP

/// A field of a record, of one of the types used here.
enum CloudKitField: Hashable {
  case text(String)
  case integer(Int64)
  case double(Double)
  /// A timestamp in milliseconds since 1970.
  case time(Int64)
  case bytes(Data)
  case asset(CloudKitAsset)
  /// A list of at least one field, all of the same type.
  case list([CloudKitField])

  /// CloudKit's name of the type.
  var type: String {
    switch self {
    case .text: "STRING"
    case .integer: "INT64"
    case .double: "DOUBLE"
    case .time: "TIMESTAMP"
    case .bytes: "BYTES"
    case .asset: "ASSETID"
    case .list(let fields): (fields.first?.type ?? "UNKNOWN") + "_LIST"
    }
  }

  private var value: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number), .time(let number): .integer(number)
    case .double(let number): .double(number)
    case .bytes(let bytes): .string(bytes.base64EncodedString())
    case .asset(let asset): asset.json
    case .list(let fields): .array(fields.map(\.value))
    }
  }

  /// The field in the format of requests.
  var json: JSONValue { ["type": .string(type), "value": value] }

  /// The size of the field within a record's limit, in bytes.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .integer, .double, .time: 8
    case .bytes(let bytes): bytes.count
    case .asset: 0
    case .list(let fields): fields.reduce(0) { $0 + $1.size }
    }
  }

  /// Reads a field from an answer; nil for unsupported types, and for a field without a value.
  init?(json: JSONValue?) {
    guard let json, let value = json["value"] else { return nil }
    let type = (try? json["type"]?.string) ?? Self.type(of: value)
    if type.hasSuffix("_LIST"), case .array(let values) = value {
      let element = String(type.dropLast(5))
      let fields = values.compactMap { Self($0, element) }
      guard fields.count == values.count, !fields.isEmpty else { return nil }
      self = .list(fields)
    } else {
      self.init(value, type)
    }
  }

  private init?(_ value: JSONValue, _ type: String) {
    switch type {
    case "STRING":
      guard let text = try? value.string else { return nil }
      self = .text(text)
    case "INT64":
      guard let number = value.lenientInteger else { return nil }
      self = .integer(number)
    case "DOUBLE":
      guard let number = value.lenientDouble else { return nil }
      self = .double(number)
    case "TIMESTAMP":
      guard let number = value.lenientDouble, abs(number) < 0x1p53 else { return nil }
      self = .time(Int64(number.rounded()))
    case "BYTES":
      guard let text = try? value.string, let bytes = Data(base64Encoded: text) else { return nil }
      self = .bytes(bytes)
    default: return nil
    }
  }

  /// Returns the type of a value if the answer does not specify it.
  private static func type(of value: JSONValue) -> String {
    if (try? value.integer) != nil { return "INT64" }
    return (try? value.double) == nil ? "STRING" : "DOUBLE"
  }
}

extension JSONValue {
  /// The integer, also of a string: answers are requested with numbers as strings.
  var lenientInteger: Int64? { (try? string).flatMap { Int64($0) } ?? (try? integer) }

  /// The number, also of a string.
  var lenientDouble: Double? { (try? string).flatMap { Double($0) } ?? (try? double) }
}
