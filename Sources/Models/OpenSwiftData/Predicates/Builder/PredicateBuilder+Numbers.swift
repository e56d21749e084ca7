import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `<`, `<=`, `>` and `>=`.
  public static func compare<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS, _ op: Nodes.ComparisonOperator
  ) -> Nodes.Comparison<LHS, RHS> where LHS.Output: Comparable, LHS.Output == RHS.Output {
    Nodes.Comparison(lhs: lhs, rhs: rhs, op: op)
  }

  /// `+` of integers.
  public static func add<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.IntegerArithmetic<LHS, RHS>
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    Nodes.IntegerArithmetic(lhs: lhs, rhs: rhs, op: .add)
  }

  /// `+` of other numbers.
  public static func add<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Arithmetic<LHS, RHS> where LHS.Output: Numeric, LHS.Output == RHS.Output {
    Nodes.Arithmetic(lhs: lhs, rhs: rhs, op: .add)
  }

  /// `+` of strings.
  public static func add<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.StringConcatenation<LHS, RHS> where LHS.Output == String, RHS.Output == String {
    Nodes.StringConcatenation(lhs: lhs, rhs: rhs)
  }

  /// `-` of integers.
  public static func subtract<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.IntegerArithmetic<LHS, RHS>
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    Nodes.IntegerArithmetic(lhs: lhs, rhs: rhs, op: .subtract)
  }

  /// `-` of other numbers.
  public static func subtract<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Arithmetic<LHS, RHS> where LHS.Output: Numeric, LHS.Output == RHS.Output {
    Nodes.Arithmetic(lhs: lhs, rhs: rhs, op: .subtract)
  }

  /// `*` of integers.
  public static func multiply<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.IntegerArithmetic<LHS, RHS>
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    Nodes.IntegerArithmetic(lhs: lhs, rhs: rhs, op: .multiply)
  }

  /// `*` of other numbers.
  public static func multiply<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Arithmetic<LHS, RHS> where LHS.Output: Numeric, LHS.Output == RHS.Output {
    Nodes.Arithmetic(lhs: lhs, rhs: rhs, op: .multiply)
  }

  /// `/` of integers.
  public static func divide<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.IntegerArithmetic<LHS, RHS>
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    Nodes.IntegerArithmetic(lhs: lhs, rhs: rhs, op: .divide)
  }

  /// `/` of floating-point numbers.
  public static func divide<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.FloatDivision<LHS, RHS>
  where LHS.Output: FloatingPoint, LHS.Output == RHS.Output {
    Nodes.FloatDivision(lhs: lhs, rhs: rhs)
  }

  /// `%`.
  public static func remainder<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.IntegerArithmetic<LHS, RHS>
  where LHS.Output: FixedWidthInteger, LHS.Output == RHS.Output {
    Nodes.IntegerArithmetic(lhs: lhs, rhs: rhs, op: .remainder)
  }

  /// Unary `-` of an integer.
  public static func negative<Wrapped: Expression>(
    _ wrapped: Wrapped
  ) -> Nodes.IntegerArithmetic<Nodes.Value<Wrapped.Output>, Wrapped>
  where Wrapped.Output: FixedWidthInteger & SignedNumeric & Codable & Sendable {
    Nodes.IntegerArithmetic(lhs: Nodes.Value(.zero), rhs: wrapped, op: .subtract)
  }

  /// Unary `-` of another number.
  public static func negative<Wrapped: Expression>(
    _ wrapped: Wrapped
  ) -> Nodes.UnaryMinus<Wrapped> where Wrapped.Output: SignedNumeric {
    Nodes.UnaryMinus(wrapped)
  }

  /// `abs`.
  public static func abs<Wrapped: Expression>(
    _ wrapped: Wrapped
  ) -> Nodes.Magnitude<Wrapped> where Wrapped.Output: SignedNumeric & Comparable {
    Nodes.Magnitude(wrapped)
  }

  /// `a..<b` as a value.
  public static func range<Lower: Expression, Upper: Expression>(
    _ lower: Lower, _ upper: Upper
  ) -> Nodes.Range<Lower, Upper>
  where Lower.Output: Comparable, Lower.Output == Upper.Output {
    Nodes.Range(lower: lower, upper: upper)
  }
}
