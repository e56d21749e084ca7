import SQLCore

/// The destination rows of a to-many relationship.
struct ModelRows {
  private let source: ModelRow
  private let destination: any ColumnResolving
  private let members: MemberTable
  /// The rows that remain after `filter`.
  private var filtered: RowSelection?

  init(_ source: ModelRow, _ members: MemberTable, _ destination: any ColumnResolving) {
    self.source = source
    self.destination = destination
    self.members = members
  }

  /// The condition that the row with the relationship exists.
  var presence: SQLFragment { "\(source.key) IS NOT NULL" }

  /// Returns the rows as the FROM clause of a subquery.
  func selection() -> RowSelection {
    if let filtered { return filtered }
    let scope = source.level.scope
    scope.note(destination)
    let alias = scope.makeAlias()
    let row = ModelRow(destination, in: QueryLevel(scope), alias: alias)
    let table: SQLFragment = "\(.table(destination.tableName)) AS \(.table(alias))"
    switch members {
    case .members(let column):
      let condition: SQLFragment = "\(.column(column, of: alias)) = \(source.key)"
      return RowSelection(row: row, alias: alias, source: table, condition: condition)
    case .join(let join) where join.isReflexive:
      let condition = reflexive(join, row)
      return RowSelection(row: row, alias: alias, source: table, condition: condition)
    case .join(let join):
      let pairs = scope.makeAlias()
      let key = SQLFragment.column(join.memberColumn, of: pairs)
      return RowSelection(
        row: row, alias: alias,
        source: "\(.table(join.table)) AS \(.table(pairs)) JOIN \(table) ON \(row.key) = \(key)",
        condition: "\(.column(join.ownerColumn, of: pairs)) = \(source.key)")
    }
  }

  /// Returns the condition for a relationship that is its own inverse, which has one row for both
  /// directions.
  private func reflexive(_ join: ResolvedJoin, _ row: ModelRow) -> SQLFragment {
    func half(_ from: String, _ to: String) -> SQLFragment {
      let alias = source.level.scope.makeAlias()
      return """
        SELECT \(.column(to, of: alias)) FROM \(.table(join.table)) AS \(.table(alias)) \
        WHERE \(.column(from, of: alias)) = \(source.key)
        """
    }
    let forth = half(join.ownerColumn, join.memberColumn)
    let back = half(join.memberColumn, join.ownerColumn)
    return "\(row.key) IN (\(forth) UNION \(back))"
  }

  /// Returns the rows that also satisfy `condition`, which tests the row of `selection`.
  func filtered(_ selection: RowSelection, by condition: SQLFragment) -> ModelRows {
    var result = self
    result.filtered = selection.narrowed(by: condition)
    return result
  }
}

/// The rows that a subquery reads.
struct RowSelection {
  /// The current row of the subquery.
  let row: ModelRow
  /// The alias of the row's table.
  let alias: String
  fileprivate let source: SQLFragment
  fileprivate var condition: SQLFragment

  fileprivate func narrowed(by condition: SQLFragment) -> RowSelection {
    var result = self
    result.condition = "\(self.condition) AND \(condition)"
    return result
  }

  /// Returns the condition that some row satisfies `condition`, or that there is any row.
  func exists(_ condition: SQLFragment? = nil) -> SQLFragment {
    "EXISTS (\(select("1", condition)))"
  }

  var count: SQLFragment { "(\(select("COUNT(*)", nil)))" }

  private func select(_ result: String, _ condition: SQLFragment?) -> SQLFragment {
    let whole = condition.map { condition -> SQLFragment in "\(self.condition) AND \(condition)" }
    let select: SQLFragment = """
      SELECT \(raw: result) FROM \(source)\(row.level.clause) WHERE \(whole ?? self.condition)
      """
    return select.qualified(by: row.level.scope.table)
  }
}
