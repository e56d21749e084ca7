import Foundation

extension _PredicateBuilder {
  /// `contains(_:)` of an element, if both operands depend on the model.
  @_disfavoredOverload
  public static func contains<Base: Expression, Element: Expression>(
    _ base: Base, _ element: Element
  ) -> Nodes.SequenceContains<Base, Element>
  where Base.Output: Sequence, Element.Output == Base.Output.Element, Element.Output: Equatable {
    Nodes.SequenceContains(sequence: base, element: element)
  }

  /// `contains(_:)` of a subsequence, such as a string in a string.
  public static func contains<Base: Expression, Other: Expression>(
    _ base: Base, _ other: Other
  ) -> Nodes.CollectionContainsCollection<Base, Other>
  where
    Base.Output: Collection, Other.Output: Collection,
    Base.Output.Element == Other.Output.Element, Base.Output.Element: Equatable
  {
    Nodes.CollectionContainsCollection(base: base, other: other)
  }

  /// `contains(_:)` of a range.
  public static func contains<Bounds: Expression, Element: Expression>(
    _ range: Bounds, _ element: Element
  ) -> Nodes.RangeExpressionContains<Bounds, Element>
  where Bounds.Output: RangeExpression, Element.Output == Bounds.Output.Bound {
    Nodes.RangeExpressionContains(range: range, element: element)
  }

  /// `contains(_:)` of a captured element.
  @_disfavoredOverload
  public static func contains<Base: Expression, Element: Equatable & Codable & Sendable>(
    _ base: Base, captured element: Element
  ) -> Nodes.SequenceContains<Base, Nodes.Value<Element>>
  where Base.Output: Sequence, Base.Output.Element == Element {
    Nodes.SequenceContains(sequence: base, element: Nodes.Value(element))
  }

  /// `contains(_:)` of a captured subsequence.
  public static func contains<Base: Expression, Other: Collection & Codable & Sendable>(
    _ base: Base, captured other: Other
  ) -> Nodes.CollectionContainsCollection<Base, Nodes.Value<Other>>
  where
    Base.Output: Collection, Base.Output.Element == Other.Element, Other.Element: Equatable
  {
    Nodes.CollectionContainsCollection(base: base, other: Nodes.Value(other))
  }

  /// `contains(_:)` of a captured `Substring`, which is not `Codable`.
  public static func contains<Base: Expression>(
    _ base: Base, captured other: Substring
  ) -> Nodes.CollectionContainsCollection<Base, Nodes.Value<String>>
  where Base.Output: Collection, Base.Output.Element == Character {
    Nodes.CollectionContainsCollection(base: base, other: Nodes.Value(String(other)))
  }

  /// `contains(_:)` of a captured `Character`, which is not `Codable`.
  @_disfavoredOverload
  public static func contains<Base: Expression>(
    _ base: Base, captured other: Character
  ) -> Nodes.CollectionContainsCollection<Base, Nodes.Value<String>>
  where Base.Output: Collection, Base.Output.Element == Character {
    Nodes.CollectionContainsCollection(base: base, other: Nodes.Value(String(other)))
  }

  /// `contains(_:)` of a range, with a captured value.
  public static func contains<Bounds: Expression, Element: Codable & Sendable>(
    _ range: Bounds, captured element: Element
  ) -> Nodes.RangeExpressionContains<Bounds, Nodes.Value<Element>>
  where Bounds.Output: RangeExpression, Element == Bounds.Output.Bound {
    Nodes.RangeExpressionContains(range: range, element: Nodes.Value(element))
  }

  /// `contains(_:)` of a captured model, compared by its identifier.
  public static func contains<Base: Expression, Model: PersistentModel>(
    _ base: Base, captured model: Model
  ) -> some StandardPredicateExpression<Bool>
  where Base.Output: Sequence, Base.Output.Element == Model {
    contains(base, where: { equal($0, captured: model) })
  }

  /// `contains(_:)` of a regular expression.
  public static func contains<Base: Expression, Pattern: RegexComponent>(
    _ base: Base, captured pattern: Pattern
  ) -> Nodes.StringContainsRegex<Base, Nodes.Value<Nodes.PredicateRegex>>
  where Base.Output: BidirectionalCollection, Base.Output.SubSequence == Substring {
    Nodes.StringContainsRegex(subject: base, regex: Nodes.build_Arg(pattern))
  }
}
