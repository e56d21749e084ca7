import SQLCore

/// A property that one column holds, of the searched row or of one that to-one relationships lead
/// to.
struct SortedProperty {
  let column: SQLFragment

  /// nil where `keyPath` leads elsewhere.
  init?(_ keyPath: AnyKeyPath, of row: ModelRow) {
    if row.columns.place(of: keyPath) != nil {
      self.init(along: [keyPath], of: row)
    } else {
      guard let route = row.columns.route(of: keyPath, ending: nil) else { return nil }
      self.init(along: route, of: row)
    }
  }

  /// - Parameters:
  ///   - route: The key paths of to-one relationships, and at last of the property.
  ///   - row: The row that the first begins at.
  init?(along route: [AnyKeyPath], of row: ModelRow) {
    var row = row
    for step in route.dropLast() {
      guard case .toOne(let foreignKey)? = row.columns.place(of: step),
        let destination = row.columns.destination(of: step),
        let related = try? row.related(
          destination, foreignKey: foreignKey, mayDangle: row.columns.mayDangle(step))
      else { return nil }
      row = related
    }
    guard let property = route.last, let whole = row.columns.place(of: property)?.wholeColumn,
      let column = try? row.column(whole.name)
    else { return nil }
    self.column = column
  }
}
