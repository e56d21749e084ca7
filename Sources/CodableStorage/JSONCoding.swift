import DataSchema
import Foundation
import SQLCore

/// JSON text, as SwiftData keeps values that it does not take apart.
enum JSONText {
  private static let infinity = "inf"
  private static let negativeInfinity = "-inf"
  private static let notANumber = "nan"

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return decoder
  }()

  /// How deep arrays and objects may nest: as deep as Foundation's decoder follows them.
  ///
  /// Coding a value goes down one level of the stack for each, so there has to be a limit; a text that
  /// could be written and not be read would lose what it holds.
  static let depthLimit = 512

  /// The text of a value.
  ///
  /// - Throws: `EncodingError` for a value that nests too deep or has a decimal that is no number, and what the value
  ///   throws.
  static func encode<Value: Encodable>(_ value: Value) throws -> Data {
    if !JSONDepth.isBounded(Value.self) { try JSONDepth.check(value) }
    let text = try encoder.encode(value)
    // Foundation writes a decimal that is no number as no decoder reads it.
    if text.firstRange(of: decimalNaN) != nil,
      (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) == nil
    {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON has no decimal that is no number."))
    }
    return text
  }

  private static let decimalNaN = Data("NaN".utf8)

  /// The value of a text.
  ///
  /// - Throws: `DecodingError` for a text that nests too deep, and what the value throws.
  static func decode<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
    try JSONDepth.check(text)
    return try decoder.decode(type, from: text)
  }
}

/// Where JSON text is kept.
enum JSONForm: Sendable {
  /// A Transformable attribute: a keyed archive around the text.
  case transformable
  /// A Binary attribute: the plain text.
  case binary
  /// A composite with one Binary leaf of the same name.
  case binaryComposite
}

/// Codes a value as JSON text in one column.
struct JSONCoding<Value: Codable>: ValueCoding {
  let form: JSONForm

  var leafTypes: [AttributeType] { [form == .transformable ? .transformable : .binaryData] }
  var canBeNull: Bool { false }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    let typeName = _typeName(Value.self, qualified: false)
    let leaf = AttributeDescription(
      name: name, type: leafTypes[0], isOptional: isOptional, valueTypeName: typeName)
    guard form == .binaryComposite else { return .attribute(leaf) }
    return .composite(
      CompositeDescription(
        name: name, isOptional: isOptional, elements: [.attribute(leaf)], valueTypeName: typeName))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    var plain: Data?
    if Value.self == [String].self, let strings = value as? [String] {
      plain = JSONStrings.encode(strings)
    }
    let text = try plain ?? JSONText.encode(value)
    writer.bind(form == .transformable ? KeyedArchive.archive(text) : text, parameter)
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    if row.isNull(column), let placeholder = samples().first { return placeholder }
    let text = KeyedArchive.content(of: row.data(column))
    if Value.self == [String].self, let plain = JSONStrings.decode(text) as? Value { return plain }
    return try JSONText.decode(Value.self, from: text)
  }

  func samples() -> [Value] { SampleMaker().samples(of: Value.self) }
}

/// A collection that SwiftData stores as JSON text.
protocol JSONCollection {
  /// The empty collection, and where an element can be made, one that holds it.
  static func samples(by maker: SampleMaker) -> [Any]
}

extension Array: JSONCollection {
  static func samples(by maker: SampleMaker) -> [Any] {
    [[Element]()] + maker.samples(of: Element.self).suffix(1).map { [$0] }
  }
}

extension ContiguousArray: JSONCollection {
  static func samples(by maker: SampleMaker) -> [Any] {
    [ContiguousArray()]
      + maker.samples(of: Element.self).suffix(1).map { ContiguousArray(CollectionOfOne($0)) }
  }
}

extension Set: JSONCollection {
  static func samples(by maker: SampleMaker) -> [Any] {
    [Set()] + maker.samples(of: Element.self).suffix(1).map { Set(CollectionOfOne($0)) }
  }
}

extension Dictionary: JSONCollection {
  static func samples(by maker: SampleMaker) -> [Any] {
    guard
      let key = maker.samples(of: Key.self).last, let value = maker.samples(of: Value.self).last
    else { return [[Key: Value]()] }
    return [[Key: Value](), [key: value]]
  }
}
