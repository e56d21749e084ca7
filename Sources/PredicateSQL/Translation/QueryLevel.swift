import SQLCore

/// What a statement gathers while the parts of a predicate and a sort order are translated.
final class QueryScope {
  /// The table whose rows are searched; its columns have bare names where nothing stands beside it.
  let table: String
  /// The trees of the entities whose rows are looked at beside those that are searched.
  private(set) var relatedTrees: Set<Int> = []
  private var aliasCount = 0

  init(table: String) { self.table = table }

  /// A name for one more table.
  func makeAlias() -> String {
    aliasCount += 1
    return "t\(aliasCount)"
  }

  func note(_ related: any ColumnResolving) { relatedTrees.insert(related.treeNumber) }
}

/// One FROM: that of the statement, or that of a subquery.
///
/// Rows at the other end of to-one relationships are joined to it. At most one row matches, so that
/// no row is repeated, and where none does all columns are NULL, which stands for nil.
final class QueryLevel {
  let scope: QueryScope
  private var joins: [Join] = []

  private struct Join {
    var alias: String
    var table: String
    var key: SQLFragment
    var primaryKey: String
  }

  /// SQLite joins 64 tables at most, and a level begins with up to two.
  private static let joinLimit = 60

  init(_ scope: QueryScope) { self.scope = scope }

  /// The alias of the row of `columns` whose primary key is `key`.
  func join(_ columns: any ColumnResolving, on key: SQLFragment) throws(Untranslatable) -> String {
    if let join = joins.first(where: { $0.key == key && $0.table == columns.tableName }) {
      return join.alias
    }
    guard joins.count < Self.joinLimit else { throw Untranslatable("KeyPath", .tooDeep) }
    scope.note(columns)
    let join = Join(
      alias: scope.makeAlias(), table: columns.tableName, key: key,
      primaryKey: columns.primaryKeyColumn)
    joins.append(join)
    return join.alias
  }

  /// What follows the first table; empty where nothing was joined.
  var clause: SQLFragment {
    var clause = SQLFragment()
    for join in joins {
      let primaryKey = SQLFragment.column(join.primaryKey, of: join.alias)
      let key = join.key.qualified(by: scope.table)
      clause.append(
        """
         LEFT JOIN \(.table(join.table)) AS \(.table(join.alias)) ON \(primaryKey) = \(key)
        """)
    }
    return clause
  }
}
