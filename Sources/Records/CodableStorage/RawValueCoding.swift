import DataSchema
import SQLCore

/// Encodes a raw-representable type as one leaf, named like the property, that holds the raw value.
struct RawValueCoding<Value: RawRepresentable>: ValueCoding {
  private let raw: any ValueCoding<Value.RawValue>
  private let propertyName: String
  private let table: RawValueTable?

  init(raw: any ValueCoding<Value.RawValue>, propertyName: String) {
    self.raw = raw
    self.propertyName = propertyName
    table = RawValueTable(Value.self, coding: raw)
  }

  var leafTypes: [AttributeType] { raw.leafTypes }
  var canBeNull: Bool { false }

  /// Returns the description of the property.
  ///
  /// The leaf of an enumeration is always optional, as in stores that SwiftData created; that of a
  /// structure is optional if the property is.
  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    let isEnumeration = EnumerationMetadata(Value.self) != nil
    return .composite(
      CompositeDescription(
        name: name, isOptional: isOptional,
        elements: [raw.property(named: name, isOptional: isOptional || isEnumeration)],
        valueTypeName: _typeName(Value.self, qualified: false)))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    if let table {
      let number = EnumerationMetadata.caseNumber(of: value)
      return writer.bind(table.rawValue(ofCase: number), parameter)
    }
    try raw.bind(value.rawValue, to: writer, at: parameter)
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    if let number = table?.caseNumber(in: row, at: column) {
      return EnumerationMetadata.value(ofCase: number)
    }
    if row.isNull(column), let first = samples().first { return first }
    let stored = try raw.read(from: row, at: column)
    guard let value = Value(rawValue: stored) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Value.self, propertyName: propertyName,
        reason: "the type has no value for the stored raw value.")
    }
    return value
  }

  func samples() -> [Value] {
    EnumerationMetadata.allCases(of: Value.self)
      ?? raw.samples().compactMap(Value.init(rawValue:))
  }
}
