import SQLCore

/// A large value that stays in the database when its row is read, until it is looked at.
///
/// The row then has a single zero byte in its place. A value that is this byte itself is read later
/// as well, so that the byte has one meaning.
package enum LaterValue {
  /// The size of the largest value that is read with its row, in bytes.
  ///
  /// PostgreSQL stores larger values apart from their rows
  /// (https://www.postgresql.org/docs/current/storage-toast.html).
  private static let largestSize = 2_000

  /// Returns what a SELECT reads of a column.
  static func selected(_ column: String) -> String {
    let byte = "'\\x00'::bytea"
    return "CASE WHEN octet_length(\(column)) > \(largestSize) OR \(column) = \(byte) "
      + "THEN \(byte) ELSE \(column) END"
  }

  /// Whether a row has the byte in place of a value.
  package static func isLeft(_ row: any RowReader, _ column: Int) -> Bool {
    guard let bytes = row.dataIfPresent(column) else { return false }
    return bytes.count == 1 && bytes.first == 0
  }
}
