import Foundation

/// Stores values through a registered `ValueTransformer`.
struct AttributeTransformer {
  private let transformer: ValueTransformer

  /// - Throws: `SwiftDataError.unsupportedModel` if no transformer is registered under the name.
  init(named name: String) throws {
    guard let transformer = ValueTransformer(forName: NSValueTransformerName(rawValue: name)) else {
      throw SwiftDataError.unsupportedModel.explained(
        "No value transformer is registered as '\(name)'.",
        advice: "Call ValueTransformer.setValueTransformer(_:forName:) before saving or fetching.")
    }
    self.transformer = transformer
  }

  /// The stored bytes of a value; nil for nil.
  func bytes(of value: Any?) throws -> Data? {
    guard let value, let present = Self.unwrapped(value) else { return nil }
    guard let data = transformer.transformedValue(present) as? Data else {
      throw SwiftDataError.valueCannotBeStored.explained(
        "\(type(of: transformer)) did not turn a value of \(type(of: present)) into Data.",
        advice: "Return Data from transformedValue(_:).")
    }
    return data
  }

  /// The value that the bytes represent; nil if the transformer does not return one of `type`.
  func value<Value>(from bytes: Data?, as type: Value.Type) throws -> Value? {
    guard let bytes else { return nil as Any? as? Value }
    return transformer.reverseTransformedValue(bytes) as? Value
  }

  /// The value inside nested optionals.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    guard let wrapped = mirror.children.first?.value else { return nil }
    return unwrapped(wrapped)
  }
}
