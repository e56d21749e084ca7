import SQLCore

/// Encodes the members of a composite into the parameters of a statement.
final class RowEncoder: Encoder {
  let layout: KeyedLayout
  let writer: any ParameterWriter
  let base: Int
  /// The index at which the next key is tried first.
  private var hint = 0
  /// The first failure of a call that cannot throw.
  private(set) var failure: EncodingError?

  init(layout: KeyedLayout, writer: any ParameterWriter, base: Int) {
    self.layout = layout
    self.writer = writer
    self.base = base
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowKeyedEncodingContainer(root: self, encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    fail("its columns are for named members, but it was encoded as a list")
    return DiscardingUnkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    fail("its columns are for named members, but it was encoded as a single value")
    return DiscardingSingleValueContainer()
  }

  func field(_ name: String) throws -> KeyedLayout.Field {
    guard let index = layout.index(of: name, hint: hint) else {
      throw unstorable("there is no column for the key '\(name)'")
    }
    hint = index + 1
    return layout.fields[index]
  }

  func put<T: Encodable>(_ value: T, named name: String) throws {
    let field = try field(name)
    let parameter = base + field.offset
    switch field.content {
    case .value(let codec):
      if let codec = codec.typed(as: T.self) {
        return try codec.bind(value, to: writer, at: parameter)
      }
      let other = try CodecCache.codec(for: T.self, propertyName: field.name)
      guard other.columns == codec.columns else {
        throw unstorable("the columns of '\(name)' are not for values of the type \(T.self)")
      }
      try other.bind(value, to: writer, at: parameter)
    case .open:
      writer.bind(try JSONText.encode(value), parameter)
    case .nested, .marker:
      throw unstorable("the columns of '\(name)' are for named members, not for a single value")
    }
  }

  func putScalar<T: StorableScalar & Encodable>(_ value: T, named name: String) throws {
    guard let index = layout.index(of: name, hint: hint),
      layout.fields[index].valueType == ObjectIdentifier(T.self)
    else { return try put(value, named: name) }
    hint = index + 1
    writer.bind(value.sqlValue, base + layout.fields[index].offset)
  }

  func fail(_ reason: String) {
    failure = failure ?? unstorable(reason)
  }
}

private func unstorable(_ reason: String) -> EncodingError {
  .invalidValue(
    reason, EncodingError.Context(codingPath: [], debugDescription: reason))
}

private struct RowKeyedEncodingContainer<Key: CodingKey>: UniformKeyedEncodingContainer {
  /// The encoder that records failures of calls that cannot throw.
  let root: RowEncoder
  let encoder: RowEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws {
    let field = try encoder.field(key.stringValue)
    for offset in field.leafTypes.indices {
      encoder.writer.bindNull(encoder.base + field.offset + offset)
    }
  }

  func put<T: Encodable>(_ value: T, for key: Key) throws {
    try encoder.put(value, named: key.stringValue)
  }

  // The most common types have their own methods, so that the calls below them are specialized.
  func encode(_ value: Bool, forKey key: Key) throws {
    try encoder.putScalar(value, named: key.stringValue)
  }
  func encode(_ value: Int, forKey key: Key) throws {
    try encoder.putScalar(value, named: key.stringValue)
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try encoder.putScalar(value, named: key.stringValue)
  }
  func encode(_ value: String, forKey key: Key) throws {
    try encoder.putScalar(value, named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    var layout = KeyedLayout.empty
    var base = encoder.base
    if let field = try? encoder.field(key.stringValue) {
      base += field.offset
      if case .nested(let nested) = field.content { layout = nested }
      if encoder.layout.isEnumeration { markPresent(field, at: base) }
    } else {
      root.fail("there is no column for the key '\(key.stringValue)'")
    }
    let nested = RowEncoder(layout: layout, writer: encoder.writer, base: base)
    return KeyedEncodingContainer(
      RowKeyedEncodingContainer<NestedKey>(root: root, encoder: nested))
  }

  private func markPresent(_ field: KeyedLayout.Field, at parameter: Int) {
    if case .marker = field.content {
      encoder.writer.bind(field.name, parameter)
    } else if PresenceMark.isNeeded(for: field) {
      PresenceMark.bind(for: field, to: encoder.writer, at: parameter)
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    root.fail("its columns cannot contain a list")
    return DiscardingUnkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    root.fail("there is no column for values of a superclass")
    return ProbeEncoder(record: ProbeRecord())
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    root.fail("there is no column for values of a superclass")
    return ProbeEncoder(record: ProbeRecord())
  }
}

private struct DiscardingSingleValueContainer: UniformSingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}
  func put<T: Encodable>(_ value: T) {}
}
