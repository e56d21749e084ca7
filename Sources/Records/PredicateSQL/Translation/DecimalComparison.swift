import Foundation
import SQLCore

// Decimals in a database that compares them natively, and sorts NaN after all numbers, while
// `Decimal` sorts it before them.

extension SQLFragment {
  /// Returns a comparison of two decimals; NULL if one is NULL.
  ///
  /// A comparison with a constant tests only the other side, so that it can use an index.
  package static func decimals(
    _ left: SQLFragment, isLess: Bool, allowsEqual: Bool, _ right: SQLFragment
  ) -> SQLFragment {
    guard isLess else {
      return decimals(right, isLess: true, allowsEqual: allowsEqual, left)
    }
    let comparison = "\(left) \(raw: allowsEqual ? "<=" : "<") \(right)" as SQLFragment
    switch (left.isNumericConstant, right.isNumericConstant) {
    case (false, true): return "(\(comparison) OR \(left) = 'NaN')"
    case (true, false): return "(\(comparison) AND \(right) <> 'NaN')"
    case (true, true): return "(\(comparison))"
    case (false, false):
      let isNumber = "\(right) <> 'NaN'" as SQLFragment
      let isLeast = "\(left) = 'NaN'" as SQLFragment
      let condition: SQLFragment =
        allowsEqual
        ? "\(isLeast) OR (\(isNumber) AND \(comparison))"
        : "\(isNumber) AND (\(isLeast) OR \(comparison))"
      // Otherwise one side alone could decide the result.
      return "CASE WHEN \(left) IS NOT NULL AND \(right) IS NOT NULL THEN \(condition) END"
    }
  }

  /// Whether the fragment is a constant number.
  private var isNumericConstant: Bool {
    guard pieces.count == 1 else { return false }
    switch pieces[0] {
    case .value(.decimal(let number)), .typedValue(.decimal(let number), _): return !number.isNaN
    default: return false
    }
  }
}
