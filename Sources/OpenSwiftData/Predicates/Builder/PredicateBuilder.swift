import Foundation
import PredicateSQL

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

  /// What stands for an input, or a part of one, in the closures that make a predicate.
  public typealias Variable<Output> = PredicateExpressions.Variable<Output>

  /// Makes the predicate.
  public static func predicate<each Input>(
    _ build: (repeat Variable<each Input>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<repeat each Input> {
    Predicate<repeat each Input>(build).printable { path in
      let isIdentifier = type(of: path).valueType == PersistentIdentifier.self
      return path.propertyName ?? (isIdentifier ? "persistentModelID" : nil)
    }
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

  /// A predicate from outside.
  public static func predicateValue<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> Nodes.PredicateValue<Predicate<repeat each Input>> {
    // As it was made: in nodes to print it by, each level would take several times the stack.
    Nodes.PredicateValue(predicate.unwrapped)
  }

  /// An optional predicate from outside.
  @_disfavoredOverload
  public static func predicateValue<each Input>(
    _ predicate: Predicate<repeat each Input>?
  ) -> Nodes.PredicateValue<Predicate<repeat each Input>?> {
    Nodes.PredicateValue(predicate?.unwrapped)
  }

  /// An expression from outside.
  public static func predicateValue<each Input, Output>(
    _ expression: Foundation.Expression<repeat each Input, Output>
  ) -> Nodes.PredicateValue<Foundation.Expression<repeat each Input, Output>> {
    Nodes.PredicateValue(expression)
  }

  /// An optional expression from outside.
  @_disfavoredOverload
  public static func predicateValue<each Input, Output>(
    _ expression: Foundation.Expression<repeat each Input, Output>?
  ) -> Nodes.PredicateValue<Foundation.Expression<repeat each Input, Output>?> {
    Nodes.PredicateValue(expression)
  }

  /// Another predicate, asked about values of this one.
  public static func evaluate<Condition: Expression, each Input: Expression>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> Nodes.PredicateEvaluate<Condition, repeat each Input>
  where Condition.Output == Predicate<repeat (each Input).Output> {
    Nodes.PredicateEvaluate(predicate: predicate, input: repeat each input)
  }

  /// An expression, computed of values of the predicate.
  public static func evaluate<Computation: Expression, each Input: Expression, Output>(
    _ expression: Computation, _ input: repeat each Input
  ) -> Nodes.ExpressionEvaluate<Computation, repeat each Input, Output>
  where Computation.Output == Foundation.Expression<repeat (each Input).Output, Output> {
    Nodes.ExpressionEvaluate(expression: expression, input: repeat each input)
  }
}
