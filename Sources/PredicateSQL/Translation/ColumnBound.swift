import SQLCore

/// A bound that a condition sets to a column of the searched table: no row beyond it fulfils the
/// condition.
package struct ColumnBound: Hashable, Sendable {
  package var column: String
  package var isUpper: Bool
  package var value: SQLValue
}

extension SQLExpression {
  /// The bound that comparing the expression with a constant sets; none unless it is a column.
  func bounds(_ order: Ordering, _ value: SQLValue) -> [ColumnBound] {
    guard isColumn, sql.pieces.count == 1, case .name(let column) = sql.pieces[0] else { return [] }
    switch value {
    case .integer, .real, .date:
      return [ColumnBound(column: column, isUpper: order.isLess, value: value)]
    case .null, .text, .blob, .bool, .uuid, .decimal: return []
    }
  }
}
