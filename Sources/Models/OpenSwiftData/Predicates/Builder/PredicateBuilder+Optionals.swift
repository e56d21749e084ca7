import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `?.`, `if let` and `flatMap`, if the result is itself an optional.
  public static func flatMap<Base: Expression, Result: Expression, Wrapped, Mapped>(
    _ optional: Base, _ transform: (Nodes.Variable<Wrapped>) -> Result
  ) -> Nodes.OptionalFlatMap<Base, Wrapped, Result, Mapped>
  where Base.Output == Wrapped?, Result.Output == Mapped? {
    Nodes.build_flatMap(optional, transform)
  }

  /// `?.`, `if let`, `map` and `flatMap`, if the result is not an optional.
  public static func flatMap<Base: Expression, Result: Expression, Wrapped>(
    _ optional: Base, _ transform: (Nodes.Variable<Wrapped>) -> Result
  ) -> Nodes.OptionalFlatMap<Base, Wrapped, Result, Result.Output>
  where Base.Output == Wrapped? {
    Nodes.build_flatMap(optional, transform)
  }

  /// `!` after an optional.
  public static func forcedUnwrap<Inner: Expression, Wrapped>(
    _ inner: Inner
  ) -> Nodes.ForcedUnwrap<Inner, Wrapped> where Inner.Output == Wrapped? {
    Nodes.ForcedUnwrap(inner)
  }

  /// `??` with a right operand that depends on the model.
  public static func coalesce<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.NilCoalesce<LHS, RHS> where LHS.Output == RHS.Output? {
    Nodes.NilCoalesce(lhs: lhs, rhs: rhs)
  }

  /// `??` of two optionals.
  public static func coalesce<LHS: Expression, RHS: Expression, Wrapped>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.OptionalCoalesce<LHS, RHS, Wrapped>
  where LHS.Output == Wrapped?, RHS.Output == Wrapped? {
    Nodes.OptionalCoalesce(lhs: lhs, rhs: rhs)
  }

  /// `??` with a captured value.
  public static func coalesce<LHS: Expression, T: Codable & Sendable>(
    _ lhs: LHS, captured value: T
  ) -> Nodes.NilCoalesce<LHS, Nodes.Value<T>> where LHS.Output == T? {
    Nodes.NilCoalesce(lhs: lhs, rhs: Nodes.Value(value))
  }

  /// `??` with a captured optional.
  @_disfavoredOverload
  public static func coalesce<LHS: Expression, T: Codable & Sendable>(
    _ lhs: LHS, captured value: T?
  ) -> Nodes.OptionalCoalesce<LHS, Nodes.Value<T?>, T> where LHS.Output == T? {
    Nodes.OptionalCoalesce(lhs: lhs, rhs: Nodes.Value(value))
  }
}
