import SQLCore

/// A bound on a column of the searched table, beyond which no row satisfies a condition.
package struct ColumnBound: Hashable, Sendable {
  package var column: String
  package var isUpper: Bool
  package var value: SQLValue
}

extension SQLExpression {
  /// Returns the bounds that follow from a comparison with a constant; empty unless the expression
  /// is a column.
  func bounds(_ order: Ordering, _ value: SQLValue) -> [ColumnBound] {
    guard isColumn, sql.pieces.count == 1, case .name(let column) = sql.pieces[0] else { return [] }
    switch value {
    case .integer, .real, .date:
      return [ColumnBound(column: column, isUpper: order.isLess, value: value)]
    case .null, .text, .blob, .bool, .uuid, .decimal: return []
    }
  }
}
