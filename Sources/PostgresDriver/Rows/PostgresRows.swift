import SQLCore

/// The rows of one result, which are all there.
package final class PostgresRows: PostgresRow, RowCursor {
  package var row: any RowReader { self }

  override init() { super.init() }

  /// How many rows there are.
  package var count: Int { Int(rowCount) }
  package var columnCount: Int { resultColumnCount }

  package func step() -> Bool {
    guard rowIndex < rowCount else { return false }
    rowIndex += 1
    return rowIndex < rowCount
  }

  package func nextKey() -> Int64? { step() ? int64(0) : nil }
}
