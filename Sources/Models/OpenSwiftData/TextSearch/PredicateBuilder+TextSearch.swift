import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `matchesText(_:)` of a model.
  public static func matchesText<Root: Expression, Query: Expression>(
    _ root: Root, _ query: Query
  ) -> Nodes.TextMatch<Root, Query, _ModelTexts<Root.Output>>
  where Root.Output: PersistentModel, Query.Output == String {
    Nodes.TextMatch(root: root, query: query)
  }

  /// `matchesText(_:)` of a text.
  public static func matchesText<Root: Expression, Query: Expression>(
    _ root: Root, _ query: Query
  ) -> Nodes.TextMatch<Root, Query, _StringTexts>
  where Root.Output == String, Query.Output == String {
    Nodes.TextMatch(root: root, query: query)
  }
}
