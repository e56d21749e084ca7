import Foundation
import SyncPort

/// Values in the JSON of Kinto's records.
///
/// Strings, small integers and lists are stored as they are, everything else as an object that
/// names its type.
enum KintoValue {
  /// The integers that every JSON parser represents exactly.
  private static let exact = -9_007_199_254_740_991...9_007_199_254_740_991 as ClosedRange<Int64>

  static func json(_ value: SyncValue) -> Any {
    switch value {
    case .null: NSNull()
    case .bool(let value): ["bool": value ? "true" : "false"]
    case .integer(let value): exact.contains(value) ? value : ["integer": "\(value)"]
    case .real(let value): ["real": text(value)]
    case .decimal(let value): ["decimal": value.description]
    // JSON in PostgreSQL cannot contain this character.
    case .text(let value):
      value.utf8.contains(0) ? ["utf8": Data(value.utf8).base64EncodedString()] : value
    case .date(let value): ["date": text(value.timeIntervalSinceReferenceDate)]
    case .data(let value): ["data": value.base64EncodedString()]
    case .uuid(let value): ["uuid": value.uuidString]
    case .url(let value): ["url": value.absoluteString]
    case .reference(let name): ["record": name]
    case .list(let values): values.map(json)
    case .composite(let parts): ["parts": parts.mapValues(json)]
    case .file(let file): ["file": file.digest, "size": "\(file.size)"]
    }
  }

  private static func text(_ value: Double) -> String {
    // NaN values differ in bits that their description does not show.
    value.isNaN ? "nan:\(String(value.bitPattern, radix: 16))" : "\(value)"
  }

  private static func double(_ text: String) -> Double? {
    guard text.hasPrefix("nan:") else { return Double(text) }
    return UInt64(text.dropFirst(4), radix: 16).map(Double.init(bitPattern:))
  }

  /// Returns the value that JSON represents; nil if it is invalid.
  static func value(_ json: Any, depth: Int = 0) -> SyncValue? {
    guard depth < 32 else { return nil }
    switch json {
    case is NSNull: return .null
    case let text as String: return .text(text)
    case let values as [Any]:
      let list = values.compactMap { value($0, depth: depth + 1) }
      return list.count == values.count ? .list(list) : nil
    case let object as [String: Any]: return typed(object, depth)
    case let number as NSNumber: return .integer(number.int64Value)
    default: return nil
    }
  }

  private static func typed(_ object: [String: Any], _ depth: Int) -> SyncValue? {
    if let digest = object["file"] as? String,
      let size = (object["size"] as? String).flatMap(Int64.init)
    {
      return .file(SyncFile(digest: digest, size: size))
    }
    guard object.count == 1, let (type, content) = object.first else { return nil }
    if type == "parts", let parts = content as? [String: Any] {
      let values = parts.compactMapValues { value($0, depth: depth + 1) }
      return values.count == parts.count ? .composite(values) : nil
    }
    guard let text = content as? String else { return nil }
    switch type {
    case "bool": return .bool(text == "true")
    case "integer": return Int64(text).map(SyncValue.integer)
    case "real": return double(text).map(SyncValue.real)
    case "decimal": return Decimal(syncText: text).map(SyncValue.decimal)
    case "date":
      return double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case "data": return Data(base64Encoded: text).map(SyncValue.data)
    case "utf8":
      return Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }
        .map(SyncValue.text)
    case "uuid": return UUID(uuidString: text).map(SyncValue.uuid)
    case "url": return URL(string: text).map(SyncValue.url)
    case "record": return .reference(text)
    default: return nil
    }
  }
}
