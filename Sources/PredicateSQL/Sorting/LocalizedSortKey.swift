#if !canImport(Darwin)
  import Foundation

  /// A string that compares as it does with `localizedStandardCompare(_:)`.
  ///
  /// A sort descriptor holds a key path to something comparable and no closure, so an order other
  /// than the lexical one is a type of its own, at the end of the key path.
  public struct _LocalizedStandardSortKey: Comparable, Sendable {
    let string: String

    /// Whether the first string comes before the second.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedStandardCompare(rhs.string) == .orderedAscending
    }

    /// Whether neither string comes before the other.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedStandardCompare(rhs.string) == .orderedSame
    }
  }

  /// A string that compares as it does with `localizedCompare(_:)`.
  public struct _LocalizedSortKey: Comparable, Sendable {
    let string: String

    /// Whether the first string comes before the second.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedCompare(rhs.string) == .orderedAscending
    }

    /// Whether neither string comes before the other.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.string.localizedCompare(rhs.string) == .orderedSame
    }
  }

  extension String {
    /// What `.localizedStandard` orders by.
    public var _localizedStandardSortKey: _LocalizedStandardSortKey {
      _LocalizedStandardSortKey(string: self)
    }

    /// What `.localized` orders by.
    public var _localizedSortKey: _LocalizedSortKey { _LocalizedSortKey(string: self) }
  }

  extension String? {
    /// What `.localizedStandard` orders by; nil comes first.
    public var _localizedStandardSortKey: _LocalizedStandardSortKey? {
      map { $0._localizedStandardSortKey }
    }

    /// What `.localized` orders by; nil comes first.
    public var _localizedSortKey: _LocalizedSortKey? { map { $0._localizedSortKey } }
  }
#endif
