import SQLCore

/// The way that a sort descriptor's key path takes: along to-one relationships to a property.
package struct SortPath {
  /// The relationships, each from the model that the one before it leads to.
  package var relationships: [AnyKeyPath]
  /// The property, from the last of these models.
  package var property: AnyKeyPath

  package init(relationships: [AnyKeyPath] = [], property: AnyKeyPath) {
    self.relationships = relationships
    self.property = property
  }

  /// The column that holds the property, for rows that begin with `row`; nil where none does.
  func column(from row: ModelRow) -> SQLFragment? {
    var row = row
    for relationship in relationships {
      guard case .toOne(let foreignKey)? = row.columns.place(of: relationship),
        let destination = row.columns.destination(of: relationship),
        let related = try? row.related(
          destination, foreignKey: foreignKey, mayDangle: row.columns.mayDangle(relationship))
      else { return nil }
      row = related
    }
    guard let column = row.columns.place(of: property)?.wholeColumn else { return nil }
    return try? row.column(column.name)
  }
}
