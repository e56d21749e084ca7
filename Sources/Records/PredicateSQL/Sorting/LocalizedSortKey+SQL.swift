#if !canImport(Darwin)
  import Foundation

  /// The end of a sort descriptor's key path that selects a localized order.
  struct LocalizedSortKey {
    /// The part of the key path that follows the string.
    var end: AnyKeyPath
    var collation: SQLCollation

    /// Returns nil if the key path does not end with a localized sort key.
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
