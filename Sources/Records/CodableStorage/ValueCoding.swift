import DataSchema
import SQLCore

/// The layout of a type's values in columns, and the coding in both directions.
///
/// Columns are numbered from 0 and parameters from 1, as in the row reader and parameter writer.
package protocol ValueCoding<Value>: Sendable {
  associatedtype Value

  /// The columns, in the order of the leaves.
  var leafTypes: [AttributeType] { get }

  /// Whether some value leaves all columns NULL.
  var canBeNull: Bool { get }

  /// The members; nil if values are not split into columns by member.
  var memberLayout: KeyedLayout? { get }

  /// Returns the property as a schema describes it.
  func property(named name: String, isOptional: Bool) -> PropertyDescription

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws

  /// Decodes the value from the columns starting with `column`.
  ///
  /// Columns may be NULL although the value is not optional, for example after a property was added
  /// to a stored type. They are read as zero, empty or the first case.
  func read(from row: any RowReader, at column: Int) throws -> Value

  /// Returns distinct values, the first of which is used if nothing is stored; empty if none can be
  /// created.
  func samples() -> [Value]
}

extension ValueCoding {
  package var memberLayout: KeyedLayout? { nil }

  func isNull(in row: any RowReader, at column: Int) -> Bool {
    for column in column..<(column + leafTypes.count) where !row.isNull(column) { return false }
    return true
  }

  func bindNull(to writer: any ParameterWriter, at parameter: Int) {
    for offset in leafTypes.indices { writer.bindNull(parameter + offset) }
  }
}
