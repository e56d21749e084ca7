import DataSchema
import SQLCore

/// The codec of one property's values, created once and used for every row.
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

  /// The property's storage as a schema describes it.
  package var storage: PropertyStorage {
    PropertyStorage(property: coding.property(named: propertyName, isOptional: false))
  }

  /// Returns the codec of a property, from the process-wide cache if it exists there.
  ///
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  package static func make(for type: Value.Type, propertyName: String) throws -> ValueCodec<Value> {
    try CodecCache.codec(for: type, propertyName: propertyName)
  }

  /// Binds `value` to as many parameters as there are columns, starting with `parameter`.
  package func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws {
    try coding.bind(value, to: writer, at: parameter)
  }

  /// Binds NULL to as many parameters as there are columns.
  package func bindNull(to writer: any ParameterWriter, at parameter: Int) {
    coding.bindNull(to: writer, at: parameter)
  }

  /// Decodes the value from the columns starting with `column`.
  package func decode(row: any RowReader, at column: Int) throws -> Value {
    try coding.read(from: row, at: column)
  }

  /// Returns the values of the columns, in order.
  package func encode(_ value: Value) throws -> [SQLValue] {
    let writer = SQLValueWriter(count: columns.count)
    try coding.bind(value, to: writer, at: 1)
    return writer.values
  }

  /// Decodes the value from `values`, one for each column.
  package func decode(_ values: [SQLValue]) throws -> Value {
    guard values.count == columns.count else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Value.self, propertyName: propertyName,
        reason: "the number of columns is \(values.count) instead of \(columns.count).")
    }
    return try coding.read(from: SQLValueRow(values), at: 0)
  }
}

/// A codec whose value type is known only at run time.
package protocol AnyValueCodec: AnyObject, Sendable {
  var propertyName: String { get }
  var storage: PropertyStorage { get }
  var columns: [AttributeType] { get }
  var valueType: Any.Type { get }
  /// Whether some value leaves all columns NULL.
  var canBeNull: Bool { get }
  /// The members of the values; nil if they are not split into columns by member.
  var memberLayout: KeyedLayout? { get }

  /// Returns the property as a schema describes it.
  func property(isOptional: Bool) -> PropertyDescription

  /// Returns distinct values, the plainest first.
  func samples() -> [Any]

  /// Returns the columns of `value`; nil if it has another type.
  func encodeAny(_ value: Any) throws -> [SQLValue]?

  /// Decodes the value from `values`, one for each column.
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
  /// Returns this codec as that of `type`, or nil; costs one comparison.
  package func typed<Value>(as type: Value.Type) -> ValueCodec<Value>? {
    guard valueType == type else { return nil }
    return unsafeDowncast(self, to: ValueCodec<Value>.self)
  }
}
