import SQLCore

/// Aggregates of rows, or of each group of rows.
struct RowAggregates {
  /// The terms to select.
  let terms: [SQLFragment]
  /// The columns that the terms use.
  let columns: [SQLFragment]
  /// The terms that the rows of a group share; empty if all rows are one group.
  var groups: [SQLFragment] = []
  /// The terms that sort the groups.
  var order: [SQLFragment] = []
}

/// A choice among the rows of a plan.
enum RowSelection {
  /// The rows with these keys.
  case only([Int64])
  /// All rows without these keys.
  case without([Int64])
}
