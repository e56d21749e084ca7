import Foundation

/// What the expansion of `#Predicate` calls; not for use by hand.
///
/// Foundation's own `build_` functions are heavily overloaded, which costs the type checker dearly.
/// These say by name what the macro knows from the syntax: whether an operand mentions the model or
/// is a value from outside. The nodes that they make are Foundation's wherever it has them.
public enum _PredicateBuilder {
  /// What a standard predicate may be made of.
  public typealias Expression = StandardPredicateExpression
  /// The types of the nodes.
  public typealias Nodes = PredicateExpressions

  /// Makes the predicate whose input type the context tells.
  public static func predicate<Input>(
    _ build: (Nodes.Variable<Input>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Input> {
    Predicate<Input> { build($0) }
  }

  /// Makes the predicate whose input type the macro was given.
  public static func predicate<Input>(
    _ input: Input.Type,
    _ build: (Nodes.Variable<Input>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Input> {
    Predicate<Input> { build($0) }
  }

  /// A value from outside the predicate.
  public static func value<T: Codable & Sendable>(_ value: T) -> Nodes.Value<T> {
    Nodes.Value(value)
  }

  /// A value from outside whose computation unwraps optionals with `unwrap(_:)`.
  public static func unwrapping<T: Codable & Sendable>(
    _ compute: () throws -> T
  ) -> Nodes.CapturedResult<T> {
    Nodes.CapturedResult(try? compute())
  }

  /// The value of an optional that the body unwraps with `!`.
  ///
  /// - Throws: `PredicateError.forceUnwrapFailure` where there is none.
  public static func unwrap<T>(_ optional: T?) throws -> T {
    guard let optional else { throw PredicateError.forceUnwrapFailure }
    return optional
  }

  /// The literal `nil` where it is an operand or a branch.
  public static func nilLiteral<Wrapped>() -> Nodes.NilLiteral<Wrapped> {
    Nodes.NilLiteral()
  }

  /// A property of a value.
  public static func member<Root: Expression, Value>(
    _ root: Root, _ keyPath: any KeyPath<Root.Output, Value> & Sendable
  ) -> Nodes.KeyPath<Root, Value> {
    Nodes.KeyPath(root: root, keyPath: keyPath)
  }

  /// `is`.
  public static func typeCheck<Input: Expression, Desired>(
    _ input: Input, _ type: Desired.Type
  ) -> Nodes.TypeCheck<Input, Desired> {
    Nodes.TypeCheck(input)
  }

  /// `as?`.
  public static func conditionalCast<Input: Expression, Desired>(
    _ input: Input, _ type: Desired.Type
  ) -> Nodes.ConditionalCast<Input, Desired> {
    Nodes.ConditionalCast(input)
  }

  /// `as!`.
  public static func forceCast<Input: Expression, Desired>(
    _ input: Input, _ type: Desired.Type
  ) -> Nodes.ForceCast<Input, Desired> {
    Nodes.ForceCast(input)
  }

  /// Another predicate, asked about a value of this one.
  public static func evaluate<Condition: Expression, Input: Expression>(
    _ predicate: Condition, _ input: Input
  ) -> some StandardPredicateExpression<Bool>
  where Condition.Output == Predicate<Input.Output> {
    Nodes.PredicateEvaluate(predicate: predicate, input: input)
  }
}
