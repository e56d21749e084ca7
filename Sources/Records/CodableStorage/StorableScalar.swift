import CoreDataFormat
import DataSchema
import SQLCore

/// A type whose values are stored in one column without further coding.
package protocol StorableScalar: SQLScalar {
  /// Distinct values.
  static var samples: [Self] { get }

  /// The value to use if NULL is stored.
  static var valueOfNull: Self? { get }

  /// - Throws: `CodableStorageError` if the column does not hold a value of this type.
  static func read(from row: any RowReader, at column: Int) throws -> Self
}

extension StorableScalar {
  /// The first of the samples, which usually is zero or empty.
  package static var valueOfNull: Self? { samples.first }

  /// The attribute type that stores values of this type.
  package static var attributeType: AttributeType { AttributeType(scalarType) }
}

/// Encodes a scalar in its column.
struct ScalarCoding<Value: StorableScalar>: ValueCoding {
  var leafTypes: [AttributeType] { [Value.attributeType] }
  var canBeNull: Bool { false }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name: name, type: Value.attributeType, isOptional: isOptional,
        valueTypeName: _typeName(Value.self, qualified: false)))
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(value.sqlValue, parameter)
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    if row.isNull(column), let value = Value.valueOfNull { return value }
    return try Value.read(from: row, at: column)
  }

  func samples() -> [Value] { Value.samples }
}
