import DataSchema
import SQLCore

/// Encodes a type with named members, or an enumeration with payloads, as one leaf per member.
struct CompositeCoding<Value: Codable>: ValueCoding {
  let layout: KeyedLayout
  let propertyName: String

  var leafTypes: [AttributeType] { layout.leafTypes }
  var canBeNull: Bool { layout.canBeNull }
  var memberLayout: KeyedLayout? { layout.isEnumeration ? nil : layout }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    .composite(
      CompositeDescription(
        name: name, isOptional: isOptional, elements: layout.elements(isOptional: isOptional),
        valueTypeName: _typeName(Value.self, qualified: false),
        caseNames: layout.isEnumeration ? layout.payloadFreeCaseNames : nil))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    // Members that are nil are not encoded at all, so all columns are set to NULL first.
    bindNull(to: writer, at: parameter)
    let encoder = RowEncoder(layout: layout, writer: writer, base: parameter)
    do {
      try value.encode(to: encoder)
    } catch let error as EncodingError {
      throw unstorable(error)
    }
    if let failure = encoder.failure { throw unstorable(failure) }
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    if layout.isEnumeration, isNull(in: row, at: column), let first = samples().first {
      return first
    }
    do {
      return try Value(from: RowDecoder(layout: layout, row: row, base: column))
    } catch let error as DecodingError {
      throw CodableStorageError(
        kind: .unreadableValue, type: Value.self, propertyName: propertyName,
        reason: String(describing: error))
    }
  }

  func samples() -> [Value] { SampleMaker().samples(of: Value.self) }

  private func unstorable(_ error: EncodingError) -> CodableStorageError {
    guard case .invalidValue(_, let context) = error else {
      return unstorable("it cannot be encoded.")
    }
    return unstorable("\(context.debugDescription).")
  }

  private func unstorable(_ reason: String) -> CodableStorageError {
    CodableStorageError(
      kind: .unstorableValue, type: Value.self, propertyName: propertyName, reason: reason)
  }
}
