#if !canImport(Darwin)
  import Foundation

  /// A comparator for the order of strings in the current locale, which `String.StandardComparator`
  /// does not provide on this platform.
  ///
  /// Foundation has `.localizedStandard` and `.localized` on Apple's platforms only; this type
  /// makes both spellings work elsewhere:
  ///
  /// ```swift
  /// SortDescriptor(\Book.title, comparator: .localizedStandard)
  /// titles.sorted(using: .localizedStandard)
  /// ```
  public struct LocalizedStringComparator: SortComparator, Codable {
    package enum Algorithm: String, Codable, Sendable {
      case localized, localizedStandard
    }

    package let algorithm: Algorithm

    /// Whether the order is forward or reversed.
    public var order: SortOrder = .forward

    /// Compares two strings in the current locale.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
      let (first, second) = order == .forward ? (lhs, rhs) : (rhs, lhs)
      return switch algorithm {
      case .localized: first.localizedCompare(second)
      case .localizedStandard: first.localizedStandardCompare(second)
      }
    }
  }

  extension SortComparator where Self == LocalizedStringComparator {
    /// Orders strings like a file browser: ignoring case, with numbers ordered by value.
    public static var localizedStandard: LocalizedStringComparator {
      LocalizedStringComparator(algorithm: .localizedStandard)
    }

    /// Orders strings like a dictionary of the current locale.
    public static var localized: LocalizedStringComparator {
      LocalizedStringComparator(algorithm: .localized)
    }
  }
#endif
