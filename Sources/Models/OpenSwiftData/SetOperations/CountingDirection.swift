import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// Whether an attribute is incremented or decremented.
enum CountingDirection {
  case up, down

  func count<Number: NumericAttribute>(_ number: Number, by amount: Number) -> Number? {
    self == .up ? number._adding(amount) : number._subtracting(amount)
  }

  /// The new number in SQL.
  func term<Number: NumericAttribute>(
    _ number: SQLFragment, _ amount: SQLValue, _: Number.Type, _ features: SQLFeatures
  ) -> SQLFragment {
    if features.overflow == .fails { return strictTerm(number, amount, Number.self) }
    if case .floatingPoint = Number._form.kind {
      let result = term(number, amount.number ?? .nan)
      return Number.self == Float.self ? SQLFunction.float.call(result) : result
    }
    let amount = SQLFragment.value(amount)
    switch Number._form.kind {
    case .narrowInteger, .integer, .floatingPoint:
      return self == .up ? "\(number) + \(amount)" : "\(number) - \(amount)"
    case .unsigned:
      return (self == .up ? SQLFunction.addUnsigned : .subtractUnsigned).call(number, amount)
    case .decimal:
      return (self == .up ? SQLFunction.addDecimal : .subtractDecimal).call(number, amount)
    }
  }

  /// The new floating-point number in SQL.
  ///
  /// SQLite computes with the bytes that represent NaN as zero, and sorts them after numbers like
  /// all bytes.
  func term(_ number: SQLFragment, _ amount: Double) -> SQLFragment {
    let value = SQLFragment.value(.number(amount))
    guard amount.isFinite else {
      return (self == .up ? SQLFunction.add : .subtract).call(number, value)
    }
    let result: SQLFragment = self == .up ? "\(number) + \(value)" : "\(number) - \(value)"
    return "CASE WHEN \(number) \(.isNumber) THEN \(result) ELSE \(number) END"
  }

  /// Whether the attribute's type can represent the value.
  ///
  /// SQLite turns integers that overflow into floating-point numbers, and narrow types have
  /// narrower bounds.
  static func holds<Number: NumericAttribute>(_ value: SQLValue, _: Number.Type) -> Bool {
    switch (Number._form.kind, value) {
    case (_, .null), (.floatingPoint, _): return true
    case (.narrowInteger, .integer(let integer)):
      guard let type = Number.self as? any FixedWidthInteger.Type else { return true }
      return fits(integer, type)
    case (.integer, .integer), (.unsigned, .integer): return true
    case (.decimal, .integer), (.decimal, .real), (.decimal, .blob): return true
    // With more digits than `Decimal` has, it is text.
    case (.decimal, .decimal): return true
    default: return false
    }
  }

  private static func fits<Narrow: FixedWidthInteger>(_ value: Int64, _: Narrow.Type) -> Bool {
    Narrow(exactly: value) != nil
  }
}
