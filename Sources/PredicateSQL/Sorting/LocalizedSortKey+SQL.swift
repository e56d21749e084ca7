#if !canImport(Darwin)
  import Foundation

  /// What a sort descriptor's key path ends with where it asks for a localized order.
  struct LocalizedSortKey {
    /// What follows the string.
    var end: AnyKeyPath
    var collation: SQLCollation

    /// nil where the key path does not end with a localized sort key.
    init?(_ keyPath: AnyKeyPath) {
      let type = type(of: keyPath).valueType
      if type == _LocalizedStandardSortKey.self {
        (end, collation) = (\String._localizedStandardSortKey, .localizedStandard)
      } else if type == _LocalizedStandardSortKey?.self {
        (end, collation) = (\String?._localizedStandardSortKey, .localizedStandard)
      } else if type == _LocalizedSortKey.self {
        (end, collation) = (\String._localizedSortKey, .localized)
      } else if type == _LocalizedSortKey?.self {
        (end, collation) = (\String?._localizedSortKey, .localized)
      } else {
        return nil
      }
    }
  }
#endif
