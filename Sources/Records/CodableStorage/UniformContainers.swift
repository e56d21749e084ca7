/// A keyed container that decodes every type the same way.
///
/// Conforming types need not implement the standard protocol's requirements for each scalar.
protocol UniformKeyedDecodingContainer: KeyedDecodingContainerProtocol {
  func value<T: Decodable>(of type: T.Type, for key: Key) throws -> T
  func valueIfPresent<T: Decodable>(of type: T.Type, for key: Key) throws -> T?
}

extension UniformKeyedDecodingContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(of: type, for: key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try value(of: type, for: key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try value(of: type, for: key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(of: type, for: key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(of: type, for: key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(of: type, for: key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(of: type, for: key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(of: type, for: key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(of: type, for: key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(of: type, for: key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(of: type, for: key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try value(of: type, for: key)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try value(of: type, for: key)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try value(of: type, for: key)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(of: type, for: key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try valueIfPresent(of: type, for: key)
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try valueIfPresent(of: type, for: key)
  }
}

/// A single-value container that decodes every type the same way.
protocol UniformSingleValueDecodingContainer: SingleValueDecodingContainer {
  func value<T: Decodable>(of type: T.Type) throws -> T
}

extension UniformSingleValueDecodingContainer {
  func decode(_ type: Bool.Type) throws -> Bool { try value(of: type) }
  func decode(_ type: String.Type) throws -> String { try value(of: type) }
  func decode(_ type: Double.Type) throws -> Double { try value(of: type) }
  func decode(_ type: Float.Type) throws -> Float { try value(of: type) }
  func decode(_ type: Int.Type) throws -> Int { try value(of: type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try value(of: type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try value(of: type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try value(of: type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try value(of: type) }
  func decode(_ type: UInt.Type) throws -> UInt { try value(of: type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value(of: type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value(of: type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value(of: type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value(of: type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(of: type) }
}

/// A keyed container that encodes every type the same way.
protocol UniformKeyedEncodingContainer: KeyedEncodingContainerProtocol {
  func put<T: Encodable>(_ value: T, for key: Key) throws
}

extension UniformKeyedEncodingContainer {
  func encode(_ value: Bool, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: String, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Double, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Float, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Int, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Int8, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Int16, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Int32, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: Int64, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: UInt, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try put(value, for: key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try put(value, for: key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try put(value, for: key) }
}

/// A single-value container that encodes every type the same way.
protocol UniformSingleValueEncodingContainer: SingleValueEncodingContainer {
  func put<T: Encodable>(_ value: T) throws
}

extension UniformSingleValueEncodingContainer {
  func encode(_ value: Bool) throws { try put(value) }
  func encode(_ value: String) throws { try put(value) }
  func encode(_ value: Double) throws { try put(value) }
  func encode(_ value: Float) throws { try put(value) }
  func encode(_ value: Int) throws { try put(value) }
  func encode(_ value: Int8) throws { try put(value) }
  func encode(_ value: Int16) throws { try put(value) }
  func encode(_ value: Int32) throws { try put(value) }
  func encode(_ value: Int64) throws { try put(value) }
  func encode(_ value: UInt) throws { try put(value) }
  func encode(_ value: UInt8) throws { try put(value) }
  func encode(_ value: UInt16) throws { try put(value) }
  func encode(_ value: UInt32) throws { try put(value) }
  func encode(_ value: UInt64) throws { try put(value) }
  func encode<T: Encodable>(_ value: T) throws { try put(value) }
}
