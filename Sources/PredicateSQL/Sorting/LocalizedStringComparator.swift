#if !canImport(Darwin)
  import Foundation

  /// Orders strings as the current locale does, which `String.StandardComparator` cannot do here.
  ///
  /// Foundation has `.localizedStandard` and `.localized` on Apple's platforms only; this type makes
  /// both spellings work elsewhere:
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

    /// Whether the order is as given or reversed.
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
    /// Orders strings as a file browser does: disregarding case, with numbers ordered by value.
    public static var localizedStandard: LocalizedStringComparator {
      LocalizedStringComparator(algorithm: .localizedStandard)
    }

    /// Orders strings as a dictionary of the current locale does.
    public static var localized: LocalizedStringComparator {
      LocalizedStringComparator(algorithm: .localized)
    }
  }
#endif
