/// What gives an UPDATE of many rows the values of each: the statement asks for them by two SQL
/// functions, so that it is run once and not once for every row.
package protocol RowValueSource: AnyObject {
  /// Whether there are values for the row with that key; `write` is about it from then on.
  func seek(_ key: Int64) -> Bool

  /// Writes one of the values of the row that was sought last.
  func write(_ number: Int, to writer: any ParameterWriter)
}

/// The SQL functions by which a statement asks a `RowValueSource`.
package protocol RowValueFunctions: AnyObject {
  /// Who is asked; nil while no such statement runs.
  var source: (any RowValueSource)? { get set }
}

extension RowValueFunctions {
  /// The condition that there are values for the row whose key an expression gives.
  package static func isConcerned(_ key: String) -> String { "OPENSWIFTDATA_ROW(\(key))" }

  /// One of the values of the row whose key an expression gives.
  package static func value(_ number: Int, ofRow key: String) -> String {
    "OPENSWIFTDATA_VALUE(\(key), \(number))"
  }
}
