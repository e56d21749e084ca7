import Foundation
import SQLCore

// Counting for databases that report an overflow as an error, and have no functions of the client.

extension CountingDirection {
  private var sign: String { self == .up ? "+" : "-" }

  /// The new number in SQL.
  func strictTerm<Number: NumericAttribute>(
    _ number: SQLFragment, _ amount: SQLValue, _: Number.Type
  ) -> SQLFragment {
    switch Number._form.kind {
    case .narrowInteger, .integer, .decimal: "\(number) \(raw: sign) \(amount)"
    case .unsigned: unsignedTerm(number, amount)
    case .floatingPoint:
      if Number.self == Float.self {
        floatingPointTerm(number, Float(amount.number ?? .nan))
      } else {
        floatingPointTerm(number, amount.number ?? .nan)
      }
    }
  }

  /// The new unsigned number, computed as a decimal because columns contain bit patterns.
  ///
  /// Results that do not fit into 64 bits fail as bit patterns, too.
  private func unsignedTerm(_ number: SQLFragment, _ amount: SQLValue) -> SQLFragment {
    guard case .integer(let bits) = amount else { return "\(number)" }
    let amount = SQLFragment.raw(String(UInt64(bitPattern: bits)))
    let count = SQLFragment.raw("18446744073709551616")
    let result: SQLFragment = """
      (CAST(\(number) AS numeric) + CASE WHEN \(number) < 0 THEN \(count) ELSE 0 END \
      \(raw: sign) \(amount))
      """
    return """
      CAST(CASE WHEN \(result) < 0 OR \(result) >= \(count) THEN \(count) \
      WHEN \(result) > \(SQLFragment.raw(String(Int64.max))) THEN \(result) - \(count) \
      ELSE \(result) END AS bigint)
      """
  }

  /// The new floating-point number; as in Swift, an overflow gives infinity.
  private func floatingPointTerm<Number: BinaryFloatingPoint>(
    _ number: SQLFragment, _ amount: Number
  ) -> SQLFragment {
    let result: SQLFragment = "\(number) \(raw: sign) \(SQLValue.real(Double(amount)))"
    let change = self == .up ? amount : -amount
    guard change.isFinite, let least = Self.leastOverflowing(by: change.magnitude) else {
      return result
    }
    // NaN is greater than all numbers.
    let overflows: SQLFragment =
      change > 0
      ? "\(number) >= \(SQLValue.real(least)) AND \(number) < 'Infinity'"
      : "\(number) <= \(SQLValue.real(-least))"
    return """
      CASE WHEN \(overflows) THEN \(raw: change > 0 ? "'Infinity'" : "'-Infinity'") ELSE \(result) END
      """
  }

  /// The smallest number that overflows to infinity when `amount` is added; nil if there is none.
  private static func leastOverflowing<Number: BinaryFloatingPoint>(by amount: Number) -> Double? {
    guard (Number.greatestFiniteMagnitude + amount).isInfinite else { return nil }
    // If 1 does not overflow, the limit is between 1 and the maximum. Bit patterns have the same
    // order.
    if Number.self == Float.self {
      var (lower, upper) = (Float(0).bitPattern, Float.greatestFiniteMagnitude.bitPattern)
      while upper - lower > 1 {
        let middle = lower + (upper - lower) / 2
        if (Float(bitPattern: middle) + Float(amount)).isInfinite {
          upper = middle
        } else {
          lower = middle
        }
      }
      return Double(Float(bitPattern: upper))
    }
    var (lower, upper) = (Double(0).bitPattern, Double.greatestFiniteMagnitude.bitPattern)
    while upper - lower > 1 {
      let middle = lower + (upper - lower) / 2
      if (Double(bitPattern: middle) + Double(amount)).isInfinite {
        upper = middle
      } else {
        lower = middle
      }
    }
    return Double(bitPattern: upper)
  }
}
