import Foundation

@testable import OpenSwiftData

/// A node of a predicate about rows, of which only the value's type is known.
typealias Node<Value> = any StandardPredicateExpression<Value>
typealias Standard<Value> = StandardPredicateExpression<Value>

/// Combines type-erased nodes; each function opens its existential arguments.
enum Build {
  static func and(_ left: some Standard<Bool>, _ right: some Standard<Bool>) -> Node<Bool> {
    PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
  }

  static func or(_ left: some Standard<Bool>, _ right: some Standard<Bool>) -> Node<Bool> {
    PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
  }

  static func not(_ wrapped: some Standard<Bool>) -> Node<Bool> {
    PredicateExpressions.build_Negation(wrapped)
  }

  static func choose<Value>(
    _ test: some Standard<Bool>, _ yes: some Standard<Value>, _ no: some Standard<Value>
  ) -> Node<Value> {
    PredicateExpressions.build_Conditional(test, yes, no)
  }

  static func equal<Value: Equatable>(
    _ left: some Standard<Value>, _ right: some Standard<Value>
  ) -> Node<Bool> {
    PredicateExpressions.build_Equal(lhs: left, rhs: right)
  }

  static func differ<Value: Equatable>(
    _ left: some Standard<Value>, _ right: some Standard<Value>
  ) -> Node<Bool> {
    PredicateExpressions.build_NotEqual(lhs: left, rhs: right)
  }

  static func compare<Value: Comparable>(
    _ left: some Standard<Value>, _ right: some Standard<Value>,
    _ comparison: PredicateExpressions.ComparisonOperator
  ) -> Node<Bool> {
    PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: comparison)
  }

  static func coalesce<Value>(
    _ left: some Standard<Value?>, _ right: some Standard<Value>
  ) -> Node<Value> {
    PredicateExpressions.build_NilCoalesce(lhs: left, rhs: right)
  }

  static func unwrap<Value>(_ inner: some Standard<Value?>) -> Node<Value> {
    PredicateExpressions.build_ForcedUnwrap(inner)
  }

  static func isIn<Elements: Sequence & Codable & Sendable, Value: Equatable>(
    _ elements: Elements, _ element: some Standard<Value>
  ) -> Node<Bool> where Elements.Element == Value {
    PredicateExpressions.SequenceContains(
      sequence: PredicateExpressions.Value(elements), element: element)
  }

  static func inRange<Bounds: RangeExpression & Codable & Sendable>(
    _ range: Bounds, _ element: some Standard<Bounds.Bound>
  ) -> Node<Bool> {
    PredicateExpressions.build_contains(PredicateExpressions.Value(range), element)
  }

  static func between<Value: Comparable>(
    _ low: some Standard<Value>, _ high: some Standard<Value>, _ element: some Standard<Value>,
    isClosed: Bool
  ) -> Node<Bool> {
    if isClosed {
      return PredicateExpressions.build_contains(
        PredicateExpressions.build_ClosedRange(lower: low, upper: high), element)
    }
    return PredicateExpressions.build_contains(
      PredicateExpressions.build_Range(lower: low, upper: high), element)
  }

  static func someEquals<Value: Codable & Equatable & Sendable>(
    _ elements: [Value], _ other: some Standard<Value>, and condition: some Standard<Bool>
  ) -> Node<Bool> {
    PredicateExpressions.build_contains(PredicateExpressions.Value(elements)) { element in
      PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Equal(lhs: element, rhs: other), rhs: condition)
    }
  }

  static func allBelow<Value: Codable & Comparable & Sendable>(
    _ elements: [Value], _ other: some Standard<Value>
  ) -> Node<Bool> {
    PredicateExpressions.build_allSatisfy(PredicateExpressions.Value(elements)) { element in
      PredicateExpressions.build_Comparison(lhs: element, rhs: other, op: .lessThan)
    }
  }

  // MARK: Optionals

  static func mapEqual<Value: Equatable>(
    _ wrapped: some Standard<Value?>, _ other: some Standard<Value>
  ) -> Node<Bool?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_Equal(lhs: value, rhs: other)
    }
  }

  static func mapCompare<Value: Comparable>(
    _ wrapped: some Standard<Value?>, _ other: some Standard<Value>, or condition: Node<Bool>?
  ) -> Node<Bool?> {
    guard let condition else {
      return PredicateExpressions.build_flatMap(wrapped) { value in
        PredicateExpressions.build_Comparison(lhs: value, rhs: other, op: .greaterThanOrEqual)
      }
    }
    return mapCompare(wrapped, other, or: condition)
  }

  private static func mapCompare<Value: Comparable>(
    _ wrapped: some Standard<Value?>, _ other: some Standard<Value>,
    or condition: some Standard<Bool>
  ) -> Node<Bool?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_Disjunction(
        lhs: PredicateExpressions.build_Comparison(lhs: value, rhs: other, op: .lessThan),
        rhs: condition)
    }
  }

  static func mapNotEqual<Value: Equatable>(
    _ wrapped: some Standard<Value?>, _ other: some Standard<Value>
  ) -> Node<Bool?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_Negation(
        PredicateExpressions.build_Equal(lhs: value, rhs: other))
    }
  }

  static func mapChoose<Value: Equatable>(
    _ wrapped: some Standard<Value?>, _ other: some Standard<Value>,
    _ fallback: some Standard<Value>
  ) -> Node<Value?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_Conditional(
        PredicateExpressions.build_Equal(lhs: value, rhs: other), fallback, value)
    }
  }

  static func mapBoth<Value: Equatable>(
    _ left: some Standard<Value?>, _ right: some Standard<Value?>
  ) -> Node<Bool?> {
    PredicateExpressions.build_flatMap(left) { first in
      PredicateExpressions.build_flatMap(right) { second in
        PredicateExpressions.build_Equal(lhs: first, rhs: second)
      }
    }
  }

  static func mapTo<Value, Result>(
    _ wrapped: some Standard<Value?>, _ result: some Standard<Result>
  ) -> Node<Result?> {
    PredicateExpressions.build_flatMap(wrapped) { _ in result }
  }

  static func mapPath<Value, Result>(
    _ wrapped: some Standard<Value?>, _ keyPath: any KeyPath<Value, Result> & Sendable
  ) -> Node<Result?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_KeyPath(root: value, keyPath: keyPath)
    }
  }

  static func mapOptionalPath<Value, Result>(
    _ wrapped: some Standard<Value?>, _ keyPath: any KeyPath<Value, Result?> & Sendable
  ) -> Node<Result?> {
    PredicateExpressions.build_flatMap(wrapped) { value in
      PredicateExpressions.build_KeyPath(root: value, keyPath: keyPath)
    }
  }

  static func path<Value, Result>(
    _ root: some Standard<Value>, _ keyPath: any KeyPath<Value, Result> & Sendable
  ) -> Node<Result> {
    PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
  }

  static func value<Value: Codable & Sendable>(_ value: Value) -> Node<Value> {
    PredicateExpressions.Value(value)
  }

  // MARK: Numbers and strings

  static func calculate<Value: Numeric>(
    _ left: some Standard<Value>, _ right: some Standard<Value>,
    _ operation: PredicateExpressions.ArithmeticOperator
  ) -> Node<Value> {
    PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: operation)
  }

  static func quotient(_ left: some Standard<Int>, _ right: some Standard<Int>) -> Node<Int> {
    PredicateExpressions.IntDivision(lhs: left, rhs: right)
  }

  static func remainder(_ left: some Standard<Int>, _ right: some Standard<Int>) -> Node<Int> {
    PredicateExpressions.build_Remainder(lhs: left, rhs: right)
  }

  static func divide<Value: FloatingPoint>(
    _ left: some Standard<Value>, _ right: some Standard<Value>
  ) -> Node<Value> {
    PredicateExpressions.FloatDivision(lhs: left, rhs: right)
  }

  static func minus<Value: SignedNumeric>(_ wrapped: some Standard<Value>) -> Node<Value> {
    PredicateExpressions.build_UnaryMinus(wrapped)
  }

  static func contains(_ text: some Standard<String>, _ part: some Standard<String>) -> Node<Bool> {
    PredicateExpressions.CollectionContainsCollection(base: text, other: part)
  }

  static func starts(_ text: some Standard<String>, _ prefix: some Standard<String>) -> Node<Bool> {
    PredicateExpressions.build_starts(text, with: prefix)
  }

  static func mapContains(
    _ text: some Standard<String?>, _ part: some Standard<String>
  ) -> Node<Bool?> {
    PredicateExpressions.build_flatMap(text) { text in
      PredicateExpressions.CollectionContainsCollection(base: text, other: part)
    }
  }

  static func test(
    _ text: some Standard<String>, _ other: some Standard<String>, _ kind: Int
  ) -> Node<Bool> {
    switch kind {
    case 0: PredicateExpressions.StringHasPrefix(root: text, other: other)
    case 1: PredicateExpressions.StringHasSuffix(root: text, other: other)
    case 2: PredicateExpressions.StringLocalizedStandardContains(root: text, other: other)
    default: PredicateExpressions.StringLocalizedCaseInsensitiveContains(root: text, other: other)
    }
  }

  static func transform(_ text: some Standard<String>, _ kind: Int) -> Node<String> {
    kind == 0
      ? PredicateExpressions.StringLowercased(root: text)
      : PredicateExpressions.StringUppercased(root: text)
  }

  static func join(_ text: some Standard<String>, _ other: some Standard<String>) -> Node<String> {
    PredicateExpressions.StringConcatenation(lhs: text, rhs: other)
  }

  static func order(
    _ text: some Standard<String>, _ other: some Standard<String>, _ kind: Int
  ) -> Node<ComparisonResult> {
    switch kind {
    case 0: PredicateExpressions.StringCompare(root: text, other: other)
    case 1: PredicateExpressions.StringCaseInsensitiveCompare(root: text, other: other)
    case 2: PredicateExpressions.StringLocalizedCompare(root: text, other: other)
    case 3: PredicateExpressions.StringLocalizedStandardCompare(root: text, other: other)
    default: PredicateExpressions.StringLocalizedCaseInsensitiveCompare(root: text, other: other)
    }
  }

  static func ordering(_ result: ComparisonResult) -> Node<ComparisonResult> {
    PredicateExpressions.Value(result)
  }

  // MARK: Nodes of this package

  static func calculate<Value: FixedWidthInteger>(
    _ left: some Standard<Value>, _ right: some Standard<Value>, integer operation: Int
  ) -> Node<Value> {
    switch operation {
    case 0: PredicateExpressions.IntegerArithmetic(lhs: left, rhs: right, op: .add)
    case 1: PredicateExpressions.IntegerArithmetic(lhs: left, rhs: right, op: .subtract)
    default: PredicateExpressions.IntegerArithmetic(lhs: left, rhs: right, op: .multiply)
    }
  }

  static func magnitude<Value: SignedNumeric & Comparable>(
    _ wrapped: some Standard<Value>
  ) -> Node<Value> {
    PredicateExpressions.Magnitude(wrapped)
  }

  static func promote<Value>(_ wrapped: some Standard<Value>) -> Node<Value?> {
    PredicateExpressions.OptionalPromotion(wrapped)
  }

  static func isNil<Value>(_ inner: some Standard<Value?>) -> Node<Bool> {
    PredicateExpressions.OptionalIsNil(inner)
  }

  static func coalesceOptional<Value>(
    _ left: some Standard<Value?>, _ right: some Standard<Value?>
  ) -> Node<Value?> {
    PredicateExpressions.OptionalCoalesce(lhs: left, rhs: right)
  }

  static func evaluate(
    _ predicate: Predicate<Row>, _ row: PredicateExpressions.Variable<Row>
  ) -> Node<Bool> {
    PredicateExpressions.PredicateEvaluate(
      predicate: PredicateExpressions.PredicateValue(predicate), input: row)
  }
}
