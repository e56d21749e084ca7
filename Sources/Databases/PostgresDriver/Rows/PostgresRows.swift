import SQLCore

/// The rows of one result that is completely in memory.
package final class PostgresRows: PostgresRow, RowCursor {
  package var row: any RowReader { self }

  override init() { super.init() }

  /// The number of rows.
  package var count: Int { Int(rowCount) }
  package var columnCount: Int { resultColumnCount }

  package func step() -> Bool {
    guard rowIndex < rowCount else { return false }
    rowIndex += 1
    return rowIndex < rowCount
  }

  package func nextKey() -> Int64? { step() ? int64(0) : nil }
}
