import SQLCore

/// Decodes the members of a composite from the columns of a row.
final class RowDecoder: Decoder {
  let layout: KeyedLayout
  let row: any RowReader
  let base: Int
  /// Where the next key is looked for first.
  var hint = 0

  init(layout: KeyedLayout, row: any RowReader, base: Int) {
    self.layout = layout
    self.row = row
    self.base = base
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowKeyedDecodingContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, "the stored value has named members")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(Any.self, "the stored value has named members")
  }
}

private func mismatch(
  _ type: Any.Type, _ reason: String, key: (any CodingKey)? = nil
) -> DecodingError {
  .typeMismatch(
    type, DecodingError.Context(codingPath: key.map { [$0] } ?? [], debugDescription: reason))
}

private struct RowKeyedDecodingContainer<Key: CodingKey>: UniformKeyedDecodingContainer {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    decoder.layout.fields.compactMap { field in
      field.isNull(in: decoder.row, at: decoder.base) ? nil : Key(stringValue: field.name)
    }
  }

  private func field(_ name: String) -> KeyedLayout.Field? {
    guard let index = decoder.layout.index(of: name, hint: decoder.hint) else { return nil }
    decoder.hint = index
    return decoder.layout.fields[index]
  }

  private func knownField(_ key: Key) throws -> KeyedLayout.Field {
    if let field = field(key.stringValue) { return field }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: [], debugDescription: "no column is kept for it"))
  }

  func contains(_ key: Key) -> Bool {
    guard let field = field(key.stringValue) else { return false }
    return !field.isNull(in: decoder.row, at: decoder.base)
  }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func value<T: Decodable>(of type: T.Type, for key: Key) throws -> T {
    let field = try knownField(key)
    decoder.hint += 1
    return try value(of: type, in: field, key: key)
  }

  func valueIfPresent<T: Decodable>(of type: T.Type, for key: Key) throws -> T? {
    guard let field = field(key.stringValue) else { return nil }
    decoder.hint += 1
    if field.isNull(in: decoder.row, at: decoder.base) { return nil }
    return try value(of: type, in: field, key: key)
  }

  private func value<T: Decodable>(
    of type: T.Type, in field: KeyedLayout.Field, key: Key
  ) throws -> T {
    let column = decoder.base + field.offset
    switch field.content {
    case .value(let codec):
      if let codec = codec.typed(as: type) { return try codec.decode(row: decoder.row, at: column) }
      let other = try CodecCache.codec(for: type, propertyName: field.name)
      guard other.columns == codec.columns else {
        throw mismatch(type, "the columns hold another type", key: key)
      }
      return try other.decode(row: decoder.row, at: column)
    case .open:
      if decoder.row.isNull(column), let placeholder = PlaceholderValue.make(type) {
        return placeholder
      }
      return try JSONText.decode(type, from: decoder.row.data(column))
    case .nested, .marker:
      throw mismatch(type, "the stored value has named members", key: key)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let field = try knownField(key)
    let column = decoder.base + field.offset
    let layout: KeyedLayout
    switch field.content {
    case .nested(let nested): layout = nested
    case .marker: layout = .empty
    case .value, .open: throw mismatch(type, "the stored value is a single one", key: key)
    }
    let row =
      decoder.layout.isEnumeration
      ? PresenceMark.unmarked(decoder.row, for: field, at: column) : decoder.row
    return RowDecoder(layout: layout, row: row, base: column).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, "the stored value is no list", key: key)
  }

  func superDecoder() throws -> any Decoder {
    throw mismatch(Any.self, "nothing is stored for a superclass")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw mismatch(Any.self, "nothing is stored for a superclass", key: key)
  }
}
