/// Provides the values of each row for an UPDATE of many rows.
///
/// The statement reads them through two SQL functions, so that it runs once instead of once for
/// each row.
package protocol RowValueSource: AnyObject {
  /// Whether there are values for the row with this key; later calls of `write` refer to this row.
  func seek(_ key: Int64) -> Bool

  /// Writes one of the values of the row of the last `seek`.
  func write(_ number: Int, to writer: any ParameterWriter)
}

/// The SQL functions through which a statement reads from a `RowValueSource`.
package protocol RowValueFunctions: AnyObject {
  /// The source of the values; nil while no such statement runs.
  var source: (any RowValueSource)? { get set }
}

extension RowValueFunctions {
  /// The condition that there are values for the row with the key of an expression.
  package static func isConcerned(_ key: String) -> String { "OPENSWIFTDATA_ROW(\(key))" }

  /// One of the values of the row with the key of an expression.
  package static func value(_ number: Int, ofRow key: String) -> String {
    "OPENSWIFTDATA_VALUE(\(key), \(number))"
  }
}
