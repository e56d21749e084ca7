import SQLCore

/// State that is shared while the parts of a statement's predicate and sort order are translated.
final class QueryScope {
  /// The searched table; its columns are unqualified if no other table is joined.
  let table: String
  /// The trees of the entities whose rows are used besides the searched ones.
  private(set) var relatedTrees: Set<Int> = []
  private var aliasCount = 0

  init(table: String) { self.table = table }

  /// Returns the alias for another table.
  func makeAlias() -> String {
    aliasCount += 1
    return "t\(aliasCount)"
  }

  func note(_ related: any ColumnResolving) { relatedTrees.insert(related.treeNumber) }
}

/// One FROM clause: that of the statement, or that of a subquery.
///
/// Destinations of to-one relationships are joined to it. At most one row matches, so no row is
/// repeated. If none matches, all columns are NULL, which means nil.
final class QueryLevel {
  let scope: QueryScope
  private var joins: [Join] = []

  private struct Join {
    var alias: String
    var table: String
    var key: SQLFragment
    var primaryKey: String
  }

  /// The maximum number of joins: SQLite joins at most 64 tables, and a level begins with up to
  /// two.
  private static let joinLimit = 60

  init(_ scope: QueryScope) { self.scope = scope }

  /// Returns the alias of the row of `columns` whose primary key is `key`.
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

  /// The joins that follow the first table; empty if there are none.
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
