#if !canImport(Darwin)
  import Foundation

  /// A sort descriptor's key path that ends with a localized sort key, taken apart.
  struct LocalizedSortKeyPath {
    /// The key path to the string.
    var string: AnyKeyPath
    var collation: SQLCollation

    /// Looks for the string among the key paths that may lead to it.
    init?(_ keyPath: AnyKeyPath, among strings: @autoclosure () -> [AnyKeyPath]) {
      guard let (key, collation) = Self.key(type(of: keyPath).valueType),
        let string = strings().first(where: { $0.appending(path: key) == keyPath })
      else { return nil }
      self.string = string
      self.collation = collation
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
