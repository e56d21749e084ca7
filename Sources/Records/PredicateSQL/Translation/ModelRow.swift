import SQLCore

/// A row that a part of a predicate refers to.
final class ModelRow {
  let columns: any ColumnResolving
  let level: QueryLevel
  /// The primary key; NULL if there is no such row.
  let key: SQLFragment
  private var place: Place

  private enum Place {
    case searched
    case table(alias: String)
    /// A row that a to-one relationship refers to; its table is joined when a column is needed.
    case foreignKey
  }

  private init(
    _ columns: any ColumnResolving, _ level: QueryLevel, _ key: SQLFragment, _ place: Place
  ) {
    self.columns = columns
    self.level = level
    self.key = key
    self.place = place
  }

  /// Creates the row of the searched table.
  convenience init(searched columns: any ColumnResolving) {
    let level = QueryLevel(QueryScope(table: columns.tableName))
    self.init(columns, level, .name(columns.primaryKeyColumn), .searched)
  }

  /// Creates a row of the first table of a level.
  convenience init(_ columns: any ColumnResolving, in level: QueryLevel, alias: String) {
    let key = SQLFragment.column(columns.primaryKeyColumn, of: alias)
    self.init(columns, level, key, .table(alias: alias))
  }

  /// Returns the destination row of a to-one relationship.
  func related(
    _ destination: any ColumnResolving, foreignKey name: String, mayDangle: Bool
  ) throws(Untranslatable) -> ModelRow {
    let foreignKey = try column(name)
    guard mayDangle else { return ModelRow(destination, level, foreignKey, .foreignKey) }
    let alias = try level.join(destination, on: foreignKey)
    return ModelRow(destination, in: level, alias: alias)
  }

  /// Returns a column of the row; NULL if there is no row.
  func column(_ name: String) throws(Untranslatable) -> SQLFragment {
    switch place {
    case .searched: return .name(name)
    case .table(let alias): return .column(name, of: alias)
    case .foreignKey:
      let alias = try level.join(columns, on: key)
      place = .table(alias: alias)
      return .column(name, of: alias)
    }
  }
}
