import DataSchema
import SQLCore

/// Encodes a type that encodes itself as one value of another type, in that type's columns.
struct SingleValueCoding<Value: Codable>: ValueCoding {
  let codec: any AnyValueCodec
  let propertyName: String

  var leafTypes: [AttributeType] { codec.columns }
  var canBeNull: Bool { codec.canBeNull }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    let inner = codec.property(isOptional: isOptional)
    var elements = [inner]
    if case .composite(let composite) = inner { elements = composite.elements }
    return .composite(
      CompositeDescription(
        name: name, isOptional: isOptional, elements: elements,
        valueTypeName: _typeName(Value.self, qualified: false)))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    bindNull(to: writer, at: parameter)
    let encoder = SingleValueRowEncoder(codec: codec, writer: writer, parameter: parameter)
    try value.encode(to: encoder)
    if encoder.hasFailed {
      throw CodableStorageError(
        kind: .unstorableValue, type: Value.self, propertyName: propertyName,
        reason: "its columns are for a single value, but it was encoded as something else.")
    }
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    try Value(from: SingleValueRowDecoder(codec: codec, row: row, column: column))
  }

  func samples() -> [Value] { SampleMaker().samples(of: Value.self) }
}

private struct SingleValueRowDecoder: Decoder, UniformSingleValueDecodingContainer {
  let codec: any AnyValueCodec
  let row: any RowReader
  let column: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch(type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    (column..<(column + codec.columns.count)).allSatisfy(row.isNull)
  }

  func value<T: Decodable>(of type: T.Type) throws -> T {
    if let codec = codec.typed(as: type) { return try codec.decode(row: row, at: column) }
    let other = try CodecCache.codec(for: type, propertyName: codec.propertyName)
    guard other.columns == codec.columns else { throw mismatch(type) }
    return try other.decode(row: row, at: column)
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: [], debugDescription: "the column contains a single value of another type"))
  }
}

private final class SingleValueRowEncoder: Encoder, UniformSingleValueEncodingContainer {
  let codec: any AnyValueCodec
  let writer: any ParameterWriter
  let parameter: Int
  /// Whether something unsupported was encoded by a call that cannot throw.
  private(set) var hasFailed = false

  init(codec: any AnyValueCodec, writer: any ParameterWriter, parameter: Int) {
    self.codec = codec
    self.writer = writer
    self.parameter = parameter
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    hasFailed = true
    return ProbeEncoder(record: ProbeRecord()).container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    hasFailed = true
    return DiscardingUnkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() {}

  func put<T: Encodable>(_ value: T) throws {
    if let codec = codec.typed(as: T.self) {
      return try codec.bind(value, to: writer, at: parameter)
    }
    let other = try CodecCache.codec(for: T.self, propertyName: codec.propertyName)
    guard other.columns == codec.columns else {
      hasFailed = true
      return
    }
    try other.bind(value, to: writer, at: parameter)
  }
}
