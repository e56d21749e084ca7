import Foundation
import SyncHTTP
import SyncPort

/// Values in the JSON of Kinto's records.
///
/// Strings, small integers and lists are stored as they are, everything else as an object that
/// names its type.
enum KintoValue {
  /// The integers that every JSON parser represents exactly.
  private static let exact = -9_007_199_254_740_991...9_007_199_254_740_991 as ClosedRange<Int64>

  static func json(_ value: SyncValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): ["bool": value ? "true" : "false"]
    case .integer(let value): exact.contains(value) ? .integer(value) : ["integer": "\(value)"]
    case .real(let value): ["real": .string(text(value))]
    case .decimal(let value): ["decimal": .string(value.description)]
    // JSON in PostgreSQL cannot contain this character.
    case .text(let value):
      value.utf8.contains(0)
        ? ["utf8": .string(Data(value.utf8).base64EncodedString())] : .string(value)
    case .date(let value): ["date": .string(text(value.timeIntervalSinceReferenceDate))]
    case .data(let value): ["data": .string(value.base64EncodedString())]
    case .uuid(let value): ["uuid": .string(value.uuidString)]
    case .url(let value): ["url": .string(value.absoluteString)]
    case .reference(let name): ["record": .string(name)]
    case .list(let values): .array(values.map(json))
    case .composite(let parts): ["parts": .object(parts.mapValues(json))]
    case .file(let file): ["file": .string(file.digest), "size": "\(file.size)"]
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
  static func value(_ json: JSONValue, depth: Int = 0) -> SyncValue? {
    guard depth < 32 else { return nil }
    switch json {
    case .null: return .null
    case .string(let text): return .text(text)
    case .array(let values):
      let list = values.compactMap { value($0, depth: depth + 1) }
      return list.count == values.count ? .list(list) : nil
    case .object(let object): return typed(object, depth)
    case .integer, .double: return (try? json.integer).map(SyncValue.integer)
    case .bool: return nil
    }
  }

  private static func typed(_ object: [String: JSONValue], _ depth: Int) -> SyncValue? {
    if case .string(let digest)? = object["file"], case .string(let size)? = object["size"],
      let size = Int64(size)
    {
      return .file(SyncFile(digest: digest, size: size))
    }
    guard object.count == 1, let (type, content) = object.first else { return nil }
    if type == "parts", case .object(let parts) = content {
      let values = parts.compactMapValues { value($0, depth: depth + 1) }
      return values.count == parts.count ? .composite(values) : nil
    }
    guard case .string(let text) = content else { return nil }
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
