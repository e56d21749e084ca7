import Foundation

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

  private var value: Any {
    switch self {
    case .text(let text): text
    case .integer(let number), .time(let number): number
    case .double(let number): number
    case .bytes(let bytes): bytes.base64EncodedString()
    case .asset(let asset): asset.json
    case .list(let fields): fields.map(\.value)
    }
  }

  /// The field in the format of requests.
  var json: [String: Any] { ["type": type, "value": value] }

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
  init?(json: Any?) {
    guard let json = json as? [String: Any], let value = json["value"] else { return nil }
    let type = json["type"] as? String ?? Self.type(of: value)
    if type.hasSuffix("_LIST"), let values = value as? [Any] {
      let element = String(type.dropLast(5))
      let fields = values.compactMap { Self($0, element) }
      guard fields.count == values.count, !fields.isEmpty else { return nil }
      self = .list(fields)
    } else {
      self.init(value, type)
    }
  }

  private init?(_ value: Any, _ type: String) {
    switch type {
    case "STRING":
      guard let text = value as? String else { return nil }
      self = .text(text)
    case "INT64":
      guard let number = CloudKitJSON.integer(value) else { return nil }
      self = .integer(number)
    case "DOUBLE":
      guard let number = CloudKitJSON.double(value) else { return nil }
      self = .double(number)
    case "TIMESTAMP":
      guard let number = CloudKitJSON.double(value), abs(number) < 0x1p53 else { return nil }
      self = .time(Int64(number.rounded()))
    case "BYTES":
      guard let text = value as? String, let bytes = Data(base64Encoded: text) else { return nil }
      self = .bytes(bytes)
    default: return nil
    }
  }

  /// Returns the type of a value if the answer does not specify it.
  private static func type(of value: Any) -> String {
    switch value {
    case let number as NSNumber:
      number.doubleValue == Double(number.int64Value) ? "INT64" : "DOUBLE"
    default: "STRING"
    }
  }
}
