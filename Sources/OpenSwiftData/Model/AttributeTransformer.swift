import Foundation
import SQLCore

/// Stores values through a registered `ValueTransformer`.
struct AttributeTransformer {
  private let transformer: ValueTransformer

  /// - Throws: `SwiftDataError.unsupportedModel` when no transformer is registered under the name.
  init(named name: String) throws {
    guard let transformer = ValueTransformer(forName: NSValueTransformerName(rawValue: name)) else {
      throw SwiftDataError.unsupportedModel.explained(
        "No value transformer is registered as '\(name)'.",
        advice: "Call ValueTransformer.setValueTransformer(_:forName:) before saving or fetching.")
    }
    self.transformer = transformer
  }

  /// The bytes of a value, or NULL for none.
  func storedValue(of value: Any?) throws -> SQLValue {
    guard let value, let present = Self.unwrapped(value) else { return .null }
    guard let data = transformer.transformedValue(present) as? Data else {
      throw SwiftDataError.valueCannotBeStored.explained(
        "\(type(of: transformer)) did not turn a value of \(type(of: present)) into Data.",
        advice: "Return Data from transformedValue(_:).")
    }
    return .blob(data)
  }

  /// The value that the bytes stand for; nil where the transformer makes none of `type`.
  func value<Value>(from stored: SQLValue, as type: Value.Type) throws -> Value? {
    guard case .blob(let data) = stored else { return nil as Any? as? Value }
    return transformer.reverseTransformedValue(data) as? Value
  }

  /// What is within nested optionals.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    guard let wrapped = mirror.children.first?.value else { return nil }
    return unwrapped(wrapped)
  }
}
