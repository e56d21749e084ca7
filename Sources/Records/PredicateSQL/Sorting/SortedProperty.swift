import SQLCore

/// A property that is stored in one column, of the searched row or of a row that to-one
/// relationships refer to.
struct SortedProperty {
  let column: SQLFragment

  /// Returns nil if `keyPath` does not refer to such a property.
  init?(_ keyPath: AnyKeyPath, of row: ModelRow) {
    if row.columns.place(of: keyPath) != nil {
      self.init(along: [keyPath], of: row)
    } else {
      guard let route = row.columns.route(of: keyPath, ending: nil) else { return nil }
      self.init(along: route, of: row)
    }
  }

  /// - Parameters:
  ///   - route: The key paths of to-one relationships, followed by that of the property.
  ///   - row: The row that the first key path starts from.
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
