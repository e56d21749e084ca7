import Foundation

// The collection is a captured value, and the element depends on the model.

extension _PredicateBuilder {
  /// `contains(_:)` of a captured collection.
  @_disfavoredOverload
  public static func contains<Values: Sequence & Codable & Sendable, Element: Expression>(
    in values: Values, _ element: Element
  ) -> Nodes.SequenceContains<Nodes.Value<Values>, Element>
  where Element.Output == Values.Element, Element.Output: Equatable {
    Nodes.SequenceContains(sequence: Nodes.Value(values), element: element)
  }

  /// `contains(_:)` of a captured sequence that is not `Codable`, converted to an array.
  @_disfavoredOverload
  public static func contains<Values: Sequence, Element: Expression>(
    in values: Values, _ element: Element
  ) -> Nodes.SequenceContains<Nodes.Value<[Values.Element]>, Element>
  where Element.Output == Values.Element, Values.Element: Equatable & Codable & Sendable {
    Nodes.SequenceContains(sequence: Nodes.Value(Array(values)), element: element)
  }

  /// `contains(_:)` of a captured range of any size.
  public static func contains<Bounds: RangeExpression & Codable & Sendable, Element: Expression>(
    in range: Bounds, _ element: Element
  ) -> Nodes.RangeExpressionContains<Nodes.Value<Bounds>, Element>
  where Element.Output == Bounds.Bound {
    Nodes.RangeExpressionContains(range: Nodes.Value(range), element: element)
  }

  /// `contains(_:)` of a captured string.
  public static func contains<Values: Collection & Codable & Sendable, Other: Expression>(
    in values: Values, _ other: Other
  ) -> Nodes.CollectionContainsCollection<Nodes.Value<Values>, Other>
  where
    Other.Output: Collection, Other.Output.Element == Values.Element, Values.Element: Equatable
  {
    Nodes.CollectionContainsCollection(base: Nodes.Value(values), other: other)
  }

  /// `contains(_:)` of captured models, compared by their identifiers.
  public static func contains<Models: Sequence, Element: Expression>(
    in models: Models, _ element: Element
  ) -> some StandardPredicateExpression<Bool>
  where Models.Element: PersistentModel, Element.Output == Models.Element {
    let identifiers = models.map(\.persistentModelID)
    return Nodes.SequenceContains(
      sequence: Nodes.Value(identifiers), element: member(element, \.persistentModelID))
  }
}
