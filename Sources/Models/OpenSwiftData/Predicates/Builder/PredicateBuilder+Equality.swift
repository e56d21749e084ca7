import Foundation
import PredicateSQL

// Operands that depend on the model have known types, from which the types of `captured` values are
// inferred. A captured model is compared by its identifier, because a predicate is `Sendable` and
// `Codable`, and a model is neither. The overloads for values are disfavored for the sake of models
// that are both.

extension _PredicateBuilder {
  /// `==` of two operands that depend on the model.
  public static func equal<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Equal<LHS, RHS> where LHS.Output == RHS.Output, LHS.Output: Equatable {
    Nodes.Equal(lhs: lhs, rhs: rhs)
  }

  /// `==` of an optional and a value.
  public static func equal<LHS: Expression, RHS: Expression, Wrapped: Equatable>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Equal<LHS, Nodes.OptionalPromotion<RHS>>
  where LHS.Output == Wrapped?, RHS.Output == Wrapped {
    Nodes.Equal(lhs: lhs, rhs: Nodes.OptionalPromotion(rhs))
  }

  /// `==` of a value and an optional.
  public static func equal<LHS: Expression, RHS: Expression, Wrapped: Equatable>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Equal<Nodes.OptionalPromotion<LHS>, RHS>
  where LHS.Output == Wrapped, RHS.Output == Wrapped? {
    Nodes.Equal(lhs: Nodes.OptionalPromotion(lhs), rhs: rhs)
  }

  /// `==` of an operand and a captured value.
  @_disfavoredOverload
  public static func equal<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, captured value: T
  ) -> Nodes.Equal<LHS, Nodes.Value<T>> where LHS.Output == T {
    Nodes.Equal(lhs: lhs, rhs: Nodes.Value(value))
  }

  /// `==` of an operand and a captured optional.
  @_disfavoredOverload
  public static func equal<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, captured value: T?
  ) -> Nodes.Equal<Nodes.OptionalPromotion<LHS>, Nodes.Value<T?>> where LHS.Output == T {
    Nodes.Equal(lhs: Nodes.OptionalPromotion(lhs), rhs: Nodes.Value(value))
  }

  /// `==` of a model and a captured model.
  public static func equal<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    Nodes.Equal(
      lhs: member(lhs, \Model.persistentModelID), rhs: Nodes.Value(model.persistentModelID))
  }

  /// `==` of a model and a captured optional model.
  public static func equal<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model?
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    let identifier = member(lhs, \Model.persistentModelID)
    return Nodes.Equal(
      lhs: Nodes.OptionalPromotion(identifier), rhs: Nodes.Value(model?.persistentModelID))
  }

  /// `==` of an optional model and a captured optional model.
  public static func equal<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model?
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model? {
    let identifier = flatMap(lhs) { member($0, \Model.persistentModelID) }
    return Nodes.Equal(lhs: identifier, rhs: Nodes.Value(model?.persistentModelID))
  }

  /// `== nil`.
  public static func isNil<Inner: Expression, Wrapped: Equatable>(
    _ optional: Inner
  ) -> Nodes.Equal<Inner, Nodes.NilLiteral<Wrapped>> where Inner.Output == Wrapped? {
    Nodes.Equal(lhs: optional, rhs: Nodes.NilLiteral())
  }

  /// `== nil` for a wrapped type that is not `Equatable`.
  public static func isNil<Inner: Expression, Wrapped>(
    _ optional: Inner
  ) -> Nodes.OptionalIsNil<Inner, Wrapped> where Inner.Output == Wrapped? {
    Nodes.OptionalIsNil(optional)
  }
}
