#if !canImport(Darwin)
  import Foundation

  /// Appends one key path to another.
  ///
  /// The library's `appending(path:)` loses the `Sendable` conformance. The result is also
  /// `Sendable`, because both are, and the marker protocol does not change the representation.
  private func joined<Root, Value, Key>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, _ key: any KeyPath<Value, Key> & Sendable
  ) -> any KeyPath<Root, Key> & Sendable {
    let whole: KeyPath<Root, Key> = keyPath.appending(path: key)
    return unsafeBitCast(whole, to: (any KeyPath<Root, Key> & Sendable).self)
  }

  extension SortDescriptor {
    /// Sorts by a string in an order of the current locale.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedStringComparator
    ) {
      self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by an optional string in an order of the current locale; nil comes first.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedStringComparator
    ) {
      self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by a string in an order of the current locale, forward or reversed.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedStringComparator,
      order: SortOrder
    ) {
      switch comparator.algorithm {
      case .localizedStandard:
        self.init(joined(keyPath, \String._localizedStandardSortKey), order: order)
      case .localized:
        self.init(joined(keyPath, \String._localizedSortKey), order: order)
      }
    }

    /// Sorts by an optional string in an order of the current locale, forward or reversed.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedStringComparator,
      order: SortOrder
    ) {
      switch comparator.algorithm {
      case .localizedStandard:
        self.init(joined(keyPath, \String?._localizedStandardSortKey), order: order)
      case .localized:
        self.init(joined(keyPath, \String?._localizedSortKey), order: order)
      }
    }
  }
#endif
