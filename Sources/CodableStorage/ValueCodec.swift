import DataSchema
import SQLCore

/// The coding of one property's values: made once, then used for every row.
package final class ValueCodec<Value>: AnyValueCodec {
  package let propertyName: String
  /// The columns, in the order of the leaves.
  package let columns: [AttributeType]
  let coding: any ValueCoding<Value>

  init(_ coding: any ValueCoding<Value>, propertyName: String) {
    self.propertyName = propertyName
    self.coding = coding
    columns = coding.leafTypes
  }

  /// What the schema says of the property.
  package var storage: PropertyStorage {
    PropertyStorage(property: coding.property(named: propertyName, isOptional: false))
  }

  /// The codec of a property, from the process-wide cache where it was made before.
  ///
  /// - Throws: `CodableStorageError` when values of the type cannot be stored.
  package static func make(for type: Value.Type, propertyName: String) throws -> ValueCodec<Value> {
    try CodecCache.codec(for: type, propertyName: propertyName)
  }

  /// Binds `value` to as many parameters as there are columns, the first being `parameter`.
  package func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    try coding.bind(value, to: writer, at: parameter)
  }

  /// Binds NULL to as many parameters as there are columns.
  package func bindNull(to writer: any ParameterWriter, at parameter: Int) {
    coding.bindNull(to: writer, at: parameter)
  }

  /// The value in the columns from `column` on.
  package func decode(row: any RowReader, at column: Int) throws -> Value {
    try coding.read(from: row, at: column)
  }

  /// The values of the columns, in order.
  package func encode(_ value: Value) throws -> [SQLValue] {
    let writer = SQLValueWriter(count: columns.count)
    try coding.bind(value, to: writer, at: 1)
    return writer.values
  }

  /// The value that `values`, one for each column, stand for.
  package func decode(_ values: [SQLValue]) throws -> Value {
    guard values.count == columns.count else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Value.self, propertyName: propertyName,
        reason: "there are \(values.count) columns instead of \(columns.count).")
    }
    return try coding.read(from: SQLValueRow(values), at: 0)
  }

  /// A value for where nothing is stored: zero, empty, or the first case.
  package func placeholder() -> Value? { coding.samples().first }
}

/// A codec whose type of values is known at run time only.
package protocol AnyValueCodec: AnyObject, Sendable {
  var propertyName: String { get }
  var storage: PropertyStorage { get }
  var columns: [AttributeType] { get }
  var valueType: Any.Type { get }
  /// Whether some value leaves all columns NULL.
  var canBeNull: Bool { get }
  /// The members of the values; nil where they are not taken apart by member.
  var memberLayout: KeyedLayout? { get }

  /// The property as a schema describes it.
  func property(isOptional: Bool) -> PropertyDescription

  /// Distinct values, the plainest first.
  func samples() -> [Any]

  /// The columns of `value`; nil when it has another type.
  func encodeAny(_ value: Any) throws -> [SQLValue]?

  /// The value that `values`, one for each column, stand for.
  func decodeAny(_ values: [SQLValue]) throws -> Any
}

extension ValueCodec {
  package var valueType: Any.Type { Value.self }
  package var canBeNull: Bool { coding.canBeNull }
  package var memberLayout: KeyedLayout? { coding.memberLayout }

  package func property(isOptional: Bool) -> PropertyDescription {
    coding.property(named: propertyName, isOptional: isOptional)
  }

  package func samples() -> [Any] { coding.samples() }

  package func encodeAny(_ value: Any) throws -> [SQLValue]? {
    guard let value = value as? Value else { return nil }
    return try encode(value)
  }

  package func decodeAny(_ values: [SQLValue]) throws -> Any { try decode(values) }
}

extension AnyValueCodec {
  /// This codec as that of `type`, or nil; costs one comparison.
  package func typed<Value>(as type: Value.Type) -> ValueCodec<Value>? {
    guard valueType == type else { return nil }
    return unsafeDowncast(self, to: ValueCodec<Value>.self)
  }
}
