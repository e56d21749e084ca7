import Foundation
import PredicateSQL

/// The functions that the expansion of `#Predicate` calls; not for direct use.
///
/// Foundation's own `build_` functions are heavily overloaded, which is expensive for the type
/// checker. The names of these functions state what the macro knows from the syntax: whether an
/// operand depends on the model or is a captured value. They create Foundation's nodes where those
/// exist.
public enum _PredicateBuilder {
  /// The protocol of the expressions in a standard predicate.
  public typealias Expression = StandardPredicateExpression
  /// The types of the nodes.
  public typealias Nodes = PredicateExpressions

  /// The variable for an input, or for a part of one, in the closures that create a predicate.
  public typealias Variable<Output> = PredicateExpressions.Variable<Output>

  /// Creates the predicate.
  public static func predicate<each Input>(
    _ build: (repeat Variable<each Input>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<repeat each Input> {
    Predicate<repeat each Input>(build).printable { path in
      let isIdentifier = type(of: path).valueType == PersistentIdentifier.self
      return path.propertyName ?? (isIdentifier ? "persistentModelID" : nil)
    }
  }

  /// A captured value.
  public static func value<T: Codable & Sendable>(_ value: T) -> Nodes.Value<T> {
    Nodes.Value(value)
  }

  /// A captured value whose computation unwraps optionals with `unwrap(_:)`.
  public static func unwrapping<T: Codable & Sendable>(
    _ compute: () throws -> T
  ) -> Nodes.CapturedResult<T> {
    Nodes.CapturedResult(try? compute())
  }

  /// The value of an optional that the body unwraps with `!`.
  ///
  /// - Throws: `PredicateError.forceUnwrapFailure` if the optional is nil.
  public static func unwrap<T>(_ optional: T?) throws -> T {
    guard let optional else { throw PredicateError.forceUnwrapFailure }
    return optional
  }

  /// The literal `nil` as an operand or a branch.
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

  /// A captured predicate.
  public static func predicateValue<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> Nodes.PredicateValue<Predicate<repeat each Input>> {
    // The predicate as it was created: in nodes for printing it, each level would take several
    // times the stack.
    Nodes.PredicateValue(predicate.unwrapped)
  }

  /// A captured optional predicate.
  @_disfavoredOverload
  public static func predicateValue<each Input>(
    _ predicate: Predicate<repeat each Input>?
  ) -> Nodes.PredicateValue<Predicate<repeat each Input>?> {
    Nodes.PredicateValue(predicate?.unwrapped)
  }

  /// A captured expression.
  public static func predicateValue<each Input, Output>(
    _ expression: Foundation.Expression<repeat each Input, Output>
  ) -> Nodes.PredicateValue<Foundation.Expression<repeat each Input, Output>> {
    Nodes.PredicateValue(expression)
  }

  /// A captured optional expression.
  @_disfavoredOverload
  public static func predicateValue<each Input, Output>(
    _ expression: Foundation.Expression<repeat each Input, Output>?
  ) -> Nodes.PredicateValue<Foundation.Expression<repeat each Input, Output>?> {
    Nodes.PredicateValue(expression)
  }

  /// The result of another predicate, evaluated with values of this one.
  public static func evaluate<Condition: Expression, each Input: Expression>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> Nodes.PredicateEvaluate<Condition, repeat each Input>
  where Condition.Output == Predicate<repeat (each Input).Output> {
    Nodes.PredicateEvaluate(predicate: predicate, input: repeat each input)
  }

  /// The result of an expression, evaluated with values of the predicate.
  public static func evaluate<Computation: Expression, each Input: Expression, Output>(
    _ expression: Computation, _ input: repeat each Input
  ) -> Nodes.ExpressionEvaluate<Computation, repeat each Input, Output>
  where Computation.Output == Foundation.Expression<repeat (each Input).Output, Output> {
    Nodes.ExpressionEvaluate(expression: expression, input: repeat each input)
  }
}
