import CoreDataFormat
import DataSchema
import SQLCore

/// A type whose values one column holds without any further coding.
package protocol StorableScalar: SQLScalar {
  /// Distinct values.
  static var samples: [Self] { get }

  /// What stands in where nothing is stored.
  static var valueOfNull: Self? { get }

  /// - Throws: `CodableStorageError` when the column holds no value of this type.
  static func read(from row: any RowReader, at column: Int) throws -> Self
}

extension StorableScalar {
  /// Mostly the first of the samples, which is zero or empty.
  package static var valueOfNull: Self? { samples.first }

  /// How an attribute of the type is stored.
  package static var attributeType: AttributeType { AttributeType(scalarType) }
}

/// Codes a scalar in its column.
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
