import DataSchema
import SQLCore

/// How the values of one type are laid out in columns, and the coding both ways.
///
/// Columns count from 0 and parameters from 1, as the row reader and parameter writer have it.
package protocol ValueCoding<Value>: Sendable {
  associatedtype Value

  /// The columns, in the order of the leaves.
  var leafTypes: [AttributeType] { get }

  /// Whether some value leaves all columns NULL.
  var canBeNull: Bool { get }

  /// The members; nil where values are not taken apart by member.
  var memberLayout: KeyedLayout? { get }

  /// The property as a schema describes it.
  func property(named name: String, isOptional: Bool) -> PropertyDescription

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) throws

  /// The value in the columns from `column` on.
  ///
  /// Columns that are NULL although the value is not optional, as after a property was added to a
  /// stored type, read as zero, empty or the first case.
  func read(from row: any RowReader, at column: Int) throws -> Value

  /// Distinct values, the first of which stands in where nothing is stored; empty when none can
  /// be made.
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
