import Foundation
import SQLCore

// Decimals in a database that compares them itself, and has NaN after all numbers where `Decimal` has it before them.

extension SQLFragment {
  /// How two decimals compare; NULL where one is NULL.
  ///
  /// Beside a constant it is a comparison of the other side alone, by which an index is searched.
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
      // One side would decide alone otherwise.
      return "CASE WHEN \(left) IS NOT NULL AND \(right) IS NOT NULL THEN \(condition) END"
    }
  }

  /// Whether it is a number that is known.
  private var isNumericConstant: Bool {
    guard pieces.count == 1 else { return false }
    switch pieces[0] {
    case .value(.decimal(let number)), .typedValue(.decimal(let number), _): return !number.isNaN
    default: return false
    }
  }
}
