// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation

/// A value of a field, stored according to its type.
indirect enum CloudKitFakeValue {
  case text(String)
  case integer(Int64)
  case double(Double)
  case time(Int64)
  case bytes(Data)
  case asset([String: String], size: Int)
  case list([CloudKitFakeValue])

  var type: String {
    switch self {
    case .text: "STRING"
    case .integer: "INT64"
    case .double: "DOUBLE"
    case .time: "TIMESTAMP"
    case .bytes: "BYTES"
    case .asset: "ASSETID"
    case .list(let values): (values.first?.type ?? "UNKNOWN") + "_LIST"
    }
  }

  var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .integer, .double, .time: 8
    case .bytes(let bytes): bytes.count
    case .asset: 0
    case .list(let values): values.reduce(0) { $0 + $1.size }
    }
  }

  func json(_ numbersAsTexts: Bool) -> [String: Any] {
    ["type": type, "value": value(numbersAsTexts)]
  }

  private func value(_ asTexts: Bool) -> Any {
    switch self {
    case .text(let text): text
    case .integer(let number), .time(let number): asTexts ? "\(number)" : number
    // The sign of a zero is lost in transit.
    case .double(let number): asTexts ? "\(number == 0 ? 0 : number)" : number
    case .bytes(let bytes): bytes.base64EncodedString()
    case .asset(let parts, let size):
      (parts as [String: Any]).merging(["size": size]) { $1 }
    case .list(let values): values.map { $0.value(asTexts) }
    }
  }

  /// The value of a field; nil for null.
  static func parse(_ json: Any, _ name: String) throws -> CloudKitFakeValue? {
    guard let field = json as? [String: Any], let value = field["value"] else {
      throw CloudKitFakeRefusal.badRequest("Unexpected input: \(name) has no value")
    }
    try CloudKitFakeCall.check(field, ["value", "type"])
    if value is NSNull { return nil }
    guard let type = field["type"] as? String else {
      throw CloudKitFakeRefusal.badRequest("Unexpected input: \(name) has no type")
    }
    if type.hasSuffix("_LIST") {
      guard let values = value as? [Any], !values.isEmpty else {
        throw CloudKitFakeRefusal.badRequest("Unexpected input: \(name) is no list, or empty")
      }
      return .list(try values.map { try parse($0, String(type.dropLast(5)), name) })
    }
    return try parse(value, type, name)
  }

  private static func parse(
    _ value: Any, _ type: String, _ name: String
  ) throws -> CloudKitFakeValue {
    switch (type, value) {
    case ("STRING", let text as String) where !text.utf8.contains(0): return .text(text)
    case ("INT64", let number as NSNumber) where isWhole(number):
      return .integer(number.int64Value)
    case ("TIMESTAMP", let number as NSNumber) where isWhole(number):
      return .time(number.int64Value)
    case ("DOUBLE", let number as NSNumber): return .double(number.doubleValue)
    case ("BYTES", let text as String):
      if let bytes = Data(base64Encoded: text) { return .bytes(bytes) }
    case ("ASSETID", let parts as [String: Any]):
      let texts = parts.compactMapValues { $0 as? String }
      if let size = parts["size"] as? NSNumber, texts["receipt"] != nil {
        return .asset(texts, size: size.intValue)
      }
    default: break
    }
    throw CloudKitFakeRefusal.badRequest("Unexpected input: \(name) is no \(type)")
  }

  private static func isWhole(_ number: NSNumber) -> Bool {
    "\(number)".wholeMatch(of: #/-?\d+/#) != nil
  }
}
