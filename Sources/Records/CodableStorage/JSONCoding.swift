import DataSchema
import Foundation
import SQLCore

/// JSON text, as SwiftData stores values that it does not split into columns.
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

  /// The maximum nesting depth of arrays and objects, which is the limit of Foundation's decoder.
  ///
  /// Coding recurses for each level, so there has to be a limit. A text that can be written but not
  /// read would lose its contents.
  static let depthLimit = 512

  /// Encodes a value as JSON text.
  ///
  /// - Throws: `EncodingError` for a value that is nested too deeply or contains a decimal NaN;
  ///   what the value throws.
  static func encode<Value: Encodable>(_ value: Value) throws -> Data {
    if !JSONDepth.isBounded(Value.self) { try JSONDepth.check(value) }
    let text = try encoder.encode(value)
    // Foundation writes a decimal NaN in a form that no decoder can read.
    if text.firstRange(of: decimalNaN) != nil,
      (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) == nil
    {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON cannot represent a decimal NaN."))
    }
    return text
  }

  private static let decimalNaN = Data("NaN".utf8)

  /// Decodes a value from JSON text.
  ///
  /// - Throws: `DecodingError` for a text that is nested too deeply; what the value throws.
  static func decode<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
    try JSONDepth.check(text)
    return try decoder.decode(type, from: text)
  }
}

/// The kind of attribute that stores JSON text.
enum JSONForm: Sendable {
  /// A Transformable attribute, which holds a keyed archive of the text.
  case transformable
  /// A Binary attribute, which holds the plain text.
  case binary
  /// A composite with one Binary leaf of the same name.
  case binaryComposite
}

/// Encodes a value as JSON text in one column.
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
  /// Returns the empty collection and, if an element can be created, a collection with one.
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
