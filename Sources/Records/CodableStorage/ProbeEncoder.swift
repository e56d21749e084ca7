/// An encoder that records the keys and types of what is encoded.
struct ProbeEncoder: Encoder {
  let record: ProbeRecord

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    record.noteKeyed(by: type)
    return KeyedEncodingContainer(ProbeKeyedEncodingContainer(record: record))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    record.noteUnkeyed()
    return DiscardingUnkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    record.noteSingleValue()
    return ProbeSingleValueEncodingContainer(record: record)
  }
}

private struct ProbeKeyedEncodingContainer<Key: CodingKey>: UniformKeyedEncodingContainer {
  let record: ProbeRecord

  var codingPath: [any CodingKey] { [] }

  func put<T: Encodable>(_ value: T, for key: Key) { record.note(T.self, for: key.stringValue) }

  func encodeNil(forKey key: Key) {}

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    ProbeEncoder(record: record.nested(for: key.stringValue)).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    record.noteOpaque(key.stringValue)
    return DiscardingUnkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    record.noteOpaque("super")
    return ProbeEncoder(record: ProbeRecord())
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    record.noteOpaque(key.stringValue)
    return ProbeEncoder(record: ProbeRecord())
  }
}

private struct ProbeSingleValueEncodingContainer: UniformSingleValueEncodingContainer {
  let record: ProbeRecord

  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}

  func put<T: Encodable>(_ value: T) { record.noteSingleValue(T.self) }
}

/// Discards what a type encodes without keys, which cannot be stored in separate columns.
struct DiscardingUnkeyedContainer: UnkeyedEncodingContainer {
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { count += 1 }
  mutating func encode<T: Encodable>(_ value: T) { count += 1 }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    count += 1
    return ProbeEncoder(record: ProbeRecord()).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return DiscardingUnkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return ProbeEncoder(record: ProbeRecord())
  }
}
