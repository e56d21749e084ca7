import DataSchema
import Foundation

/// The encoded form of an attribute.
struct EncodedAttribute: Codable {
  var name: String
  var originalName: String
  var options: [Schema.Attribute.Option]
  var type: EncodedType
  var isOptional: Bool
  var hashModifier: String?
  var storage: AttributeType?
  var defaultValue: EncodedDefault?

  init(_ attribute: Schema.Attribute) {
    name = attribute.name
    originalName = attribute.originalName
    options = attribute.options
    type = attribute.encodedType
    isOptional = attribute.isOptional
    hashModifier = attribute.hashModifier
    storage = attribute.storageType
    defaultValue = EncodedDefault(attribute.defaultValue)
  }
}

/// The encoded form of a default value: its type and its JSON text.
///
/// A separate encoder creates the text, so that a value like infinity survives any encoder of the
/// schema.
struct EncodedDefault: Codable, Hashable {
  var type: EncodedType
  var json: String

  /// Encodes a value; nil if there is none or it is not `Codable`.
  init?(_ value: Any?) {
    guard let value = value as? any Codable, let json = Self.encode(value) else { return nil }
    self.type = EncodedType(Swift.type(of: value))
    self.json = json
  }

  /// The value; nil if its type does not exist in this program.
  var value: Any? {
    guard let type = type.type as? any Decodable.Type else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? Self.decode(type, from: decoder, Data(json.utf8))
  }

  private static func encode<Value: Encodable>(_ value: Value) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // An array with one element, since not every encoder accepts a bare value.
    return (try? encoder.encode([value])).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from decoder: JSONDecoder, _ data: Data
  ) throws -> Value? {
    try decoder.decode([Value].self, from: data).first
  }
}
