import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `!=` of two operands that depend on the model.
  public static func notEqual<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.NotEqual<LHS, RHS> where LHS.Output == RHS.Output, LHS.Output: Equatable {
    Nodes.NotEqual(lhs: lhs, rhs: rhs)
  }

  /// `!=` of an optional and a value.
  public static func notEqual<LHS: Expression, RHS: Expression, Wrapped: Equatable>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.NotEqual<LHS, Nodes.OptionalPromotion<RHS>>
  where LHS.Output == Wrapped?, RHS.Output == Wrapped {
    Nodes.NotEqual(lhs: lhs, rhs: Nodes.OptionalPromotion(rhs))
  }

  /// `!=` of a value and an optional.
  public static func notEqual<LHS: Expression, RHS: Expression, Wrapped: Equatable>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.NotEqual<Nodes.OptionalPromotion<LHS>, RHS>
  where LHS.Output == Wrapped, RHS.Output == Wrapped? {
    Nodes.NotEqual(lhs: Nodes.OptionalPromotion(lhs), rhs: rhs)
  }

  /// `!=` of an operand and a captured value.
  @_disfavoredOverload
  public static func notEqual<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, captured value: T
  ) -> Nodes.NotEqual<LHS, Nodes.Value<T>> where LHS.Output == T {
    Nodes.NotEqual(lhs: lhs, rhs: Nodes.Value(value))
  }

  /// `!=` of an operand and a captured optional.
  @_disfavoredOverload
  public static func notEqual<LHS: Expression, T: Equatable & Codable & Sendable>(
    _ lhs: LHS, captured value: T?
  ) -> Nodes.NotEqual<Nodes.OptionalPromotion<LHS>, Nodes.Value<T?>> where LHS.Output == T {
    Nodes.NotEqual(lhs: Nodes.OptionalPromotion(lhs), rhs: Nodes.Value(value))
  }

  /// `!=` of a model and a captured model.
  public static func notEqual<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    Nodes.NotEqual(
      lhs: member(lhs, \Model.persistentModelID), rhs: Nodes.Value(model.persistentModelID))
  }

  /// `!=` of a model and a captured optional model.
  public static func notEqual<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model?
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model {
    let identifier = member(lhs, \Model.persistentModelID)
    return Nodes.NotEqual(
      lhs: Nodes.OptionalPromotion(identifier), rhs: Nodes.Value(model?.persistentModelID))
  }

  /// `!=` of an optional model and a captured optional model.
  public static func notEqual<LHS: Expression, Model: PersistentModel>(
    _ lhs: LHS, captured model: Model?
  ) -> some StandardPredicateExpression<Bool> where LHS.Output == Model? {
    let identifier = flatMap(lhs) { member($0, \Model.persistentModelID) }
    return Nodes.NotEqual(lhs: identifier, rhs: Nodes.Value(model?.persistentModelID))
  }

  /// `!= nil`.
  public static func isNotNil<Inner: Expression, Wrapped: Equatable>(
    _ optional: Inner
  ) -> Nodes.NotEqual<Inner, Nodes.NilLiteral<Wrapped>> where Inner.Output == Wrapped? {
    Nodes.NotEqual(lhs: optional, rhs: Nodes.NilLiteral())
  }

  /// `!= nil` for a wrapped type that is not `Equatable`.
  public static func isNotNil<Inner: Expression, Wrapped>(
    _ optional: Inner
  ) -> Nodes.Negation<Nodes.OptionalIsNil<Inner, Wrapped>> where Inner.Output == Wrapped? {
    Nodes.Negation(Nodes.OptionalIsNil(optional))
  }
}
