#if !canImport(Darwin)
  import Foundation

  /// A sort descriptor's key path that ends with a localized sort key, taken apart.
  struct LocalizedSortKeyPath {
    /// The string; nil where no column holds it.
    var string: SortedProperty?
    var collation: SQLCollation

    /// nil where the key path does not end with a localized sort key.
    init?(_ keyPath: AnyKeyPath, of row: ModelRow) {
      guard let (key, collation) = Self.key(type(of: keyPath).valueType) else { return nil }
      self.collation = collation
      string = row.columns.route(of: keyPath, ending: key).flatMap {
        SortedProperty(along: $0, of: row)
      }
    }

    private static func key(_ type: any Any.Type) -> (AnyKeyPath, SQLCollation)? {
      if type == _LocalizedStandardSortKey.self {
        return (\String._localizedStandardSortKey, .localizedStandard)
      }
      if type == _LocalizedStandardSortKey?.self {
        return (\String?._localizedStandardSortKey, .localizedStandard)
      }
      if type == _LocalizedSortKey.self { return (\String._localizedSortKey, .localized) }
      if type == _LocalizedSortKey?.self { return (\String?._localizedSortKey, .localized) }
      return nil
    }
  }
#endif
