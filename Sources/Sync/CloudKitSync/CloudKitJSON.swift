import Foundation

/// Reads numbers from CloudKit's answers, which are requested as strings, so that no JSON parser
/// rounds them.
enum CloudKitJSON {
  static func integer(_ value: Any?) -> Int64? {
    switch value {
    case let text as String: Int64(text)
    case let number as NSNumber: number.int64Value
    default: nil
    }
  }

  static func double(_ value: Any?) -> Double? {
    switch value {
    case let text as String: Double(text)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  static func isTrue(_ value: Any?) -> Bool { (value as? NSNumber)?.boolValue ?? false }
}
