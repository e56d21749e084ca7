import DataSchema
import SQLCore

/// Codes a raw-representable type: one leaf, named like the property, holds the raw value.
struct RawValueCoding<Value: RawRepresentable>: ValueCoding {
  let raw: any ValueCoding<Value.RawValue>
  let propertyName: String

  var leafTypes: [AttributeType] { raw.leafTypes }
  var canBeNull: Bool { false }
  var enumeration: [String]? {
    guard EnumerationMetadata(Value.self) != nil else { return nil }
    return EnumerationMetadata.allCases(of: Value.self)?.map { String(describing: $0) } ?? []
  }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    .composite(
      CompositeDescription(
        name: name, isOptional: isOptional,
        elements: [raw.property(named: name, isOptional: isOptional)],
        valueTypeName: String(describing: Value.self)))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    try raw.bind(value.rawValue, to: writer, at: parameter)
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    if row.isNull(column), let first = samples().first { return first }
    let stored = try raw.read(from: row, at: column)
    guard let value = Value(rawValue: stored) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Value.self, propertyName: propertyName,
        reason: "no case has the raw value '\(stored)'.")
    }
    return value
  }

  func samples() -> [Value] {
    EnumerationMetadata.allCases(of: Value.self)
      ?? raw.samples().compactMap(Value.init(rawValue:))
  }
}
