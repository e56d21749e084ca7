import Foundation
import PredicateSQL

// Captured values that are computed with `!`. If an optional is nil, the evaluation fails, and only
// if it needs the value, instead of the process ending when the predicate is created.

extension _PredicateBuilder {
  /// `==` of an operand and an unwrapped value.
  @_disfavoredOverload
  public static func equal<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, unwrapping compute: () throws -> T
  ) -> Nodes.Equal<LHS, Nodes.CapturedResult<T>> where LHS.Output == T {
    Nodes.Equal(lhs: lhs, rhs: unwrapping(compute))
  }

  /// `==` of an optional and an unwrapped value.
  @_disfavoredOverload
  public static func equal<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, unwrapping compute: () throws -> T
  ) -> Nodes.Equal<LHS, Nodes.OptionalPromotion<Nodes.CapturedResult<T>>>
  where LHS.Output == T? {
    Nodes.Equal(lhs: lhs, rhs: Nodes.OptionalPromotion(unwrapping(compute)))
  }

  /// `==` of a model and an unwrapped model.
  public static func equal<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, unwrapping compute: () throws -> Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    let value = unwrapping { try compute().persistentModelID }
    return Nodes.Equal(lhs: member(lhs, \Model.persistentModelID), rhs: value)
  }

  /// `==` of an optional model and an unwrapped model.
  public static func equal<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, unwrapping compute: () throws -> Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model? {
    let identifier = flatMap(lhs) { member($0, \Model.persistentModelID) }
    let value = unwrapping { try compute().persistentModelID }
    return Nodes.Equal(lhs: identifier, rhs: Nodes.OptionalPromotion(value))
  }

  /// `!=` of an operand and an unwrapped value.
  @_disfavoredOverload
  public static func notEqual<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, unwrapping compute: () throws -> T
  ) -> Nodes.NotEqual<LHS, Nodes.CapturedResult<T>> where LHS.Output == T {
    Nodes.NotEqual(lhs: lhs, rhs: unwrapping(compute))
  }

  /// `!=` of an optional and an unwrapped value.
  @_disfavoredOverload
  public static func notEqual<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, unwrapping compute: () throws -> T
  ) -> Nodes.NotEqual<LHS, Nodes.OptionalPromotion<Nodes.CapturedResult<T>>>
  where LHS.Output == T? {
    Nodes.NotEqual(lhs: lhs, rhs: Nodes.OptionalPromotion(unwrapping(compute)))
  }

  /// `!=` of a model and an unwrapped model.
  public static func notEqual<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, unwrapping compute: () throws -> Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    let value = unwrapping { try compute().persistentModelID }
    return Nodes.NotEqual(lhs: member(lhs, \Model.persistentModelID), rhs: value)
  }

  /// `!=` of an optional model and an unwrapped model.
  public static func notEqual<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, unwrapping compute: () throws -> Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model? {
    let identifier = flatMap(lhs) { member($0, \Model.persistentModelID) }
    let value = unwrapping { try compute().persistentModelID }
    return Nodes.NotEqual(lhs: identifier, rhs: Nodes.OptionalPromotion(value))
  }

  /// `??` with an unwrapped value.
  public static func coalesce<LHS: Expression, T: Codable & Sendable>(
    _ lhs: LHS, unwrapping compute: () throws -> T
  ) -> Nodes.NilCoalesce<LHS, Nodes.CapturedResult<T>> where LHS.Output == T? {
    Nodes.NilCoalesce(lhs: lhs, rhs: unwrapping(compute))
  }

  /// `contains(_:)` of an unwrapped element.
  @_disfavoredOverload
  public static func contains<Base: Expression, Element: Equatable & Codable & Sendable>(
    _ base: Base, unwrapping compute: () throws -> Element
  ) -> Nodes.SequenceContains<Base, Nodes.CapturedResult<Element>>
  where Base.Output: Sequence, Base.Output.Element == Element {
    Nodes.SequenceContains(sequence: base, element: unwrapping(compute))
  }

  /// `contains(_:)` of an unwrapped subsequence.
  public static func contains<Base: Expression, Other: Collection & Codable & Sendable>(
    _ base: Base, unwrapping compute: () throws -> Other
  ) -> Nodes.CollectionContainsCollection<Base, Nodes.CapturedResult<Other>>
  where
    Base.Output: Collection, Base.Output.Element == Other.Element, Other.Element: Equatable
  {
    Nodes.CollectionContainsCollection(base: base, other: unwrapping(compute))
  }

  /// `contains(_:)` of an unwrapped model.
  public static func contains<Base: Expression, Model: PersistentModel>(
    _ base: Base, unwrapping compute: () throws -> Model
  ) -> some StandardPredicateExpression<Bool>
  where Base.Output: Sequence, Base.Output.Element == Model {
    let identifier = unwrapping { try compute().persistentModelID }
    return contains(base, where: { equal(member($0, \.persistentModelID), identifier) })
  }

  /// `contains(_:)` of an unwrapped collection.
  @_disfavoredOverload
  public static func contains<Values: Sequence & Codable & Sendable, Element: Expression>(
    unwrapping compute: () throws -> Values, _ element: Element
  ) -> Nodes.SequenceContains<Nodes.CapturedResult<Values>, Element>
  where Element.Output == Values.Element, Element.Output: Equatable {
    Nodes.SequenceContains(sequence: unwrapping(compute), element: element)
  }

  /// `contains(_:)` of an unwrapped range.
  public static func contains<Bounds: RangeExpression & Codable & Sendable, Element: Expression>(
    unwrapping compute: () throws -> Bounds, _ element: Element
  ) -> Nodes.RangeExpressionContains<Nodes.CapturedResult<Bounds>, Element>
  where Element.Output == Bounds.Bound {
    Nodes.RangeExpressionContains(range: unwrapping(compute), element: element)
  }
}
