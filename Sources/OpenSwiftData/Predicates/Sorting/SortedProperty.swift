import CoreDataFormat
import SQLCore

/// A property that one column holds, of the searched row or of one that to-one relationships lead
/// to.
struct SortedProperty {
  let column: SQLFragment

  /// nil where `keyPath` leads elsewhere.
  init?(_ keyPath: AnyKeyPath, of row: ModelRow) {
    if let place = row.columns.place(of: keyPath) {
      guard let column = Self.column(at: place, of: row) else { return nil }
      self.init(column: column)
    } else {
      guard let text = KeyPathText(keyPath) else { return nil }
      self.init(relatedBy: text, of: row)
    }
  }

  /// nil where `keyPath` leads elsewhere.
  init?(_ keyPath: KeyPathText, of row: ModelRow) {
    if let own = Self.ownProperty(keyPath, of: row) {
      self = own
    } else {
      self.init(relatedBy: keyPath, of: row)
    }
  }

  private init(column: SQLFragment) { self.column = column }

  private init?(relatedBy keyPath: KeyPathText, of row: ModelRow) {
    for start in row.columns.keyPaths {
      guard case .columns(.toOne(let foreignKey)) = row.columns.place(of: start),
        let rest = KeyPathText(start).flatMap({ keyPath.dropping(first: $0) }),
        let destination = row.columns.destination(of: start),
        let related = try? row.related(
          destination, foreignKey: foreignKey.name, mayDangle: row.columns.mayDangle(start)),
        let found = SortedProperty(rest.unwrapped, of: related)
      else { continue }
      self = found
      return
    }
    return nil
  }

  private static func ownProperty(_ keyPath: KeyPathText, of row: ModelRow) -> SortedProperty? {
    for candidate in row.columns.keyPaths {
      guard let text = KeyPathText(candidate), keyPath.leadsWhere(text),
        let place = row.columns.place(of: candidate), let column = column(at: place, of: row)
      else { continue }
      return SortedProperty(column: column)
    }
    return nil
  }

  /// The column that holds the whole value.
  private static func column(at place: PropertyPlace, of row: ModelRow) -> SQLFragment? {
    switch place {
    case .columns(.attribute(let column)) where column.holdsExternalData: nil
    case .leaf(let column), .columns(.attribute(let column)): try? row.column(column.name)
    case .columns(.composite(let leaves)) where leaves.count == 1:
      try? row.column(leaves[0].column.name)
    case .identifier, .columns: nil
    }
  }
}
