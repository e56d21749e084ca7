/// The reason why a part of a predicate cannot be expressed in SQL.
package struct Untranslatable: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The node has no counterpart in SQL.
    case noCounterpart
    /// No single column stores the property.
    case noColumn
    /// Values of the type compare differently in SQL and in Swift.
    case type
    /// A part that does not depend on the model could not be evaluated.
    case evaluation
    /// SQLite limits how deep an expression may be.
    case tooDeep
    /// SQL would not distinguish the failure to unwrap nil from false.
    case unwrapping
  }

  /// The name of the node, as in `PredicateExpressions`.
  package var node: String
  package var property: String?
  package var reason: Reason

  init(_ node: String, _ reason: Reason = .noCounterpart, property: String? = nil) {
    self.node = node
    self.property = property
    self.reason = reason
  }

  package var description: String {
    let place = property.map { " of \($0)" } ?? ""
    let explanation =
      switch reason {
      case .noCounterpart: "it has no counterpart in SQL"
      case .noColumn: "its value is not stored in a single column"
      case .type: "values of its type compare differently in SQL and in Swift"
      case .evaluation: "it could not be evaluated"
      case .tooDeep: "it is nested too deeply"
      case .unwrapping: "SQL cannot distinguish a failed unwrapping of nil from false"
      }
    return "Cannot express \(node)\(place) in SQL: \(explanation)."
  }
}
