import Foundation

/// Checks the nesting depth of JSON before a coder recurses into it.
enum JSONDepth {
  /// Returns whether values of the type are never deep: scalars, their optionals, and arrays of
  /// them.
  static func isBounded(_ type: Any.Type) -> Bool {
    if KnownScalars.contains(type) { return true }
    return TypeMetadata.arrayElement(of: type).map(KnownScalars.contains) ?? false
  }

  /// - Throws: `EncodingError` for a value that is too deep to be read again.
  static func check<Value: Encodable>(_ value: Value) throws {
    let encoder = DepthEncoder(depth: 0)
    try encoder.put(value)
  }

  /// - Throws: `DecodingError` for a text that is nested too deeply.
  static func check(_ text: Data) throws {
    var depth = 0
    var deepest = 0
    text.withUnsafeBytes { bytes in
      var isInString = false
      var isEscaped = false
      for byte in bytes {
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    guard deepest <= JSONText.depthLimit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "the value is nested more than \(JSONText.depthLimit) levels deep"))
    }
  }
}

/// An encoder that writes nothing and only measures the depth of a value.
private struct DepthEncoder: Encoder {
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The encoder for the elements of a collection at this level.
  var inner: DepthEncoder { DepthEncoder(depth: depth + 1) }

  func put<Value: Encodable>(_ value: Value) throws {
    // Foundation's encoder handles these types without calling their `encode(to:)`.
    if JSONDepth.isBounded(Value.self) { return }
    guard depth < JSONText.depthLimit else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription: "it is nested more than \(JSONText.depthLimit) levels deep"))
    }
    try value.encode(to: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(DepthKeyedContainer(encoder: inner))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { DepthUnkeyedContainer(encoder: inner) }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    DepthSingleValueContainer(encoder: self)
  }
}

private struct DepthKeyedContainer<Key: CodingKey>: UniformKeyedEncodingContainer {
  let encoder: DepthEncoder
  var codingPath: [any CodingKey] { [] }

  func put<Value: Encodable>(_ value: Value, for key: Key) throws { try encoder.put(value) }
  func encodeNil(forKey key: Key) {}

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { encoder.container(keyedBy: keyType) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct DepthUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: DepthEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { count += 1 }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    count += 1
    try encoder.put(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    count += 1
    return encoder.container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return encoder
  }
}

private struct DepthSingleValueContainer: UniformSingleValueEncodingContainer {
  let encoder: DepthEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}
  func put<Value: Encodable>(_ value: Value) throws { try encoder.put(value) }
}
