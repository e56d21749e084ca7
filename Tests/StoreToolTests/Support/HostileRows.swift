import Foundation
import RandomTesting
import SampleStores

/// Stores unexpected values in columns.
enum HostileRows {
  /// Values of every storage class: other types than the column's, values outside its range,
  /// dangling or wrong references, and malformed archives and JSON.
  static let values: [String] = [
    "NULL", "-1", "0", "1", "2", "9223372036854775807", "(-9223372036854775807 - 1)", "1.5", "1e18",
    "1e308", "9e999", "-9e999", "-63113904001", "''", "'text'", "'NaN'", "'1e400'",
    "'10e9223372036854775807'", "'0.1e-9223372036854775808'", "printf('%.*c', 60, '9')",
    "printf('%.*c', 20000, 'x')", "zeroblob(20000)", "x''", "x'01'", "x'02'", "x'ff'",
    "x'7ff0000000000000'", "x'7ff8000000000001'", "x'fff0000000000000'",
    "CAST(x'022e2e2f2e2e2f6574632f70617373776400' AS BLOB)",
    "CAST(CAST(x'02' AS TEXT) || '01234567-89AB-CDEF-0123-456789ABCDEF' || x'00' AS BLOB)",
    "'http://[::1'", "char(10, 10, 10)", "CAST(x'80ff' AS TEXT)", "'a' || char(0) || 'b'",
    "CAST('bplist00' AS BLOB)", "'[[[['", "'{\"a\":'", "CAST('[1,' AS BLOB)", "'../../x'",
    "char(27) || '[2J'", "'=1+1'",
  ]

  /// Changes some columns of some rows.
  static func damage(_ database: TestDatabase, _ generator: inout SeededGenerator) throws {
    let tables = try database.strings(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard let table = tables.randomElement(using: &generator) else { continue }
      let columns = try database.strings("SELECT name FROM pragma_table_info('\(table)')")
      guard let column = columns.randomElement(using: &generator) else { continue }
      let value = values.randomElement(using: &generator) ?? "NULL"
      let remainder = Int.random(in: 0...1, using: &generator)
      // Values that a constraint rejects stay unchanged.
      try? database.execute(
        "UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value) WHERE rowid % 2 = \(remainder)")
    }
  }
}
