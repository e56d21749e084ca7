import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `hasPrefix(_:)`.
  public static func hasPrefix<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringHasPrefix<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringHasPrefix(root: root, other: other)
  }

  /// `hasSuffix(_:)`.
  public static func hasSuffix<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringHasSuffix<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringHasSuffix(root: root, other: other)
  }

  /// `localizedStandardContains(_:)`.
  public static func localizedStandardContains<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringLocalizedStandardContains<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringLocalizedStandardContains(root: root, other: other)
  }

  /// `localizedCaseInsensitiveContains(_:)`.
  public static func localizedCaseInsensitiveContains<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringLocalizedCaseInsensitiveContains<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringLocalizedCaseInsensitiveContains(root: root, other: other)
  }

  /// `caseInsensitiveCompare(_:)`.
  public static func caseInsensitiveCompare<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringCaseInsensitiveCompare<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringCaseInsensitiveCompare(root: root, other: other)
  }

  /// `localizedCompare(_:)`.
  public static func localizedCompare<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringLocalizedCompare<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringLocalizedCompare(root: root, other: other)
  }

  /// `localizedStandardCompare(_:)`.
  public static func localizedStandardCompare<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringLocalizedStandardCompare<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringLocalizedStandardCompare(root: root, other: other)
  }

  /// `localizedCaseInsensitiveCompare(_:)`.
  public static func localizedCaseInsensitiveCompare<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringLocalizedCaseInsensitiveCompare<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringLocalizedCaseInsensitiveCompare(root: root, other: other)
  }

  /// `compare(_:)`.
  public static func stringCompare<Root: Expression, Other: Expression>(
    _ root: Root, _ other: Other
  ) -> Nodes.StringCompare<Root, Other>
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    Nodes.StringCompare(root: root, other: other)
  }

  /// `lowercased()`.
  public static func lowercased<Root: Expression>(
    _ root: Root
  ) -> Nodes.StringLowercased<Root> where Root.Output: StringProtocol {
    Nodes.StringLowercased(root: root)
  }

  /// `uppercased()`.
  public static func uppercased<Root: Expression>(
    _ root: Root
  ) -> Nodes.StringUppercased<Root> where Root.Output: StringProtocol {
    Nodes.StringUppercased(root: root)
  }
}
