import SQLCore

/// Decodes the members of a composite from the columns of a row.
///
/// The work is done in this class instead of the keyed container, which is generic over the key and
/// would run unspecialized.
final class RowDecoder: Decoder {
  let layout: KeyedLayout
  let row: any RowReader
  let base: Int
  /// The index at which the next key is tried first.
  private var hint = 0

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

  func field(_ name: String) -> KeyedLayout.Field? {
    guard let index = layout.index(of: name, hint: hint) else { return nil }
    hint = index
    return layout.fields[index]
  }

  func knownField(_ name: String) throws -> KeyedLayout.Field {
    if let field = field(name) { return field }
    throw DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(
        codingPath: [], debugDescription: "there is no column for the key '\(name)'"))
  }

  func isNull(_ name: String) -> Bool {
    field(name)?.isNull(in: row, at: base) ?? true
  }

  func value<T: Decodable>(of type: T.Type, named name: String) throws -> T {
    let field = try knownField(name)
    hint += 1
    return try value(of: type, in: field)
  }

  func valueIfPresent<T: Decodable>(of type: T.Type, named name: String) throws -> T? {
    guard let field = field(name) else { return nil }
    hint += 1
    if field.isNull(in: row, at: base) { return nil }
    return try value(of: type, in: field)
  }

  /// Returns the value of a scalar, with NULL read as zero.
  func scalar<T: StorableScalar & Decodable>(_ type: T.Type, named name: String) throws -> T {
    let field = try knownField(name)
    hint += 1
    guard field.valueType == ObjectIdentifier(type) else { return try value(of: type, in: field) }
    return try T.read(from: row, at: base + field.offset)
  }

  func scalarIfPresent<T: StorableScalar & Decodable>(
    _ type: T.Type, named name: String
  ) throws -> T? {
    guard let field = field(name) else { return nil }
    hint += 1
    guard field.valueType == ObjectIdentifier(type) else {
      return field.isNull(in: row, at: base) ? nil : try value(of: type, in: field)
    }
    let column = base + field.offset
    return row.isNull(column) ? nil : try T.read(from: row, at: column)
  }

  private func value<T: Decodable>(of type: T.Type, in field: KeyedLayout.Field) throws -> T {
    let column = base + field.offset
    switch field.content {
    case .value(let codec):
      if let codec = codec.typed(as: type) { return try codec.decode(row: row, at: column) }
      let other = try CodecCache.codec(for: type, propertyName: field.name)
      guard other.columns == codec.columns else {
        throw mismatch(type, "the columns of '\(field.name)' contain another type")
      }
      return try other.decode(row: row, at: column)
    case .open:
      if row.isNull(column), let placeholder = PlaceholderValue.make(type) { return placeholder }
      return try JSONText.decode(type, from: row.data(column))
    case .nested, .marker:
      throw mismatch(type, "the stored value of '\(field.name)' has named members")
    }
  }
}

private func mismatch(_ type: Any.Type, _ reason: String) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: reason))
}

private struct RowKeyedDecodingContainer<Key: CodingKey>: UniformKeyedDecodingContainer {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    decoder.layout.fields.compactMap { field in
      field.isNull(in: decoder.row, at: decoder.base) ? nil : Key(stringValue: field.name)
    }
  }

  func contains(_ key: Key) -> Bool { !decoder.isNull(key.stringValue) }

  func decodeNil(forKey key: Key) -> Bool { decoder.isNull(key.stringValue) }

  func value<T: Decodable>(of type: T.Type, for key: Key) throws -> T {
    try decoder.value(of: type, named: key.stringValue)
  }

  func valueIfPresent<T: Decodable>(of type: T.Type, for key: Key) throws -> T? {
    try decoder.valueIfPresent(of: type, named: key.stringValue)
  }

  // The most common types have their own methods, so that the calls below them are specialized.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.scalar(type, named: key.stringValue)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.scalar(type, named: key.stringValue)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.scalar(type, named: key.stringValue)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.scalar(type, named: key.stringValue)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decoder.scalarIfPresent(type, named: key.stringValue)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try decoder.scalarIfPresent(type, named: key.stringValue)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decoder.scalarIfPresent(type, named: key.stringValue)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try decoder.scalarIfPresent(type, named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let field = try decoder.knownField(key.stringValue)
    let column = decoder.base + field.offset
    let layout: KeyedLayout
    switch field.content {
    case .nested(let nested): layout = nested
    case .marker: layout = .empty
    case .value, .open: throw mismatch(type, "the stored value is a single value without members")
    }
    let row =
      decoder.layout.isEnumeration
      ? PresenceMark.unmarked(decoder.row, for: field, at: column) : decoder.row
    return RowDecoder(layout: layout, row: row, base: column).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self, "the stored value is not a list")
  }

  func superDecoder() throws -> any Decoder {
    throw mismatch(Any.self, "values of a superclass are not stored")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw mismatch(Any.self, "values of a superclass are not stored")
  }
}
