#if !canImport(Darwin)
  import Foundation

  /// A string that is ordered by `localizedStandardCompare(_:)`.
  ///
  /// A sort descriptor holds a key path to a comparable value, but no closure. So each order other
  /// than the lexical one needs its own type at the end of the key path.
  public struct _LocalizedStandardSortKey: Comparable, Sendable {
    let string: String

    /// Returns whether the first string comes before the second.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedStandardCompare(rhs.string) == .orderedAscending
    }

    /// Returns whether neither string comes before the other.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedStandardCompare(rhs.string) == .orderedSame
    }
  }

  /// A string that is ordered by `localizedCompare(_:)`.
  public struct _LocalizedSortKey: Comparable, Sendable {
    let string: String

    /// Returns whether the first string comes before the second.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedCompare(rhs.string) == .orderedAscending
    }

    /// Returns whether neither string comes before the other.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedCompare(rhs.string) == .orderedSame
    }
  }

  extension String {
    /// The value that `.localizedStandard` sorts by.
    public var _localizedStandardSortKey: _LocalizedStandardSortKey {
      _LocalizedStandardSortKey(string: self)
    }

    /// The value that `.localized` sorts by.
    public var _localizedSortKey: _LocalizedSortKey { _LocalizedSortKey(string: self) }
  }

  extension String? {
    /// The value that `.localizedStandard` sorts by; nil comes first.
    public var _localizedStandardSortKey: _LocalizedStandardSortKey? {
      map { $0._localizedStandardSortKey }
    }

    /// The value that `.localized` sorts by; nil comes first.
    public var _localizedSortKey: _LocalizedSortKey? { map { $0._localizedSortKey } }
  }
#endif
