import Foundation
import PredicateSQL
import SQLCore

// Functions for increments that SQL's operators cannot express. A result that does not fit is text,
// which these columns never contain; the author of the statement must check for it.

extension SQLFunction {
  static let increments = [addUnsigned, subtractUnsigned, addDecimal, subtractDecimal]

  package static let addUnsigned = ofUnsigned("swift_add_unsigned") {
    $0.addingReportingOverflow($1)
  }

  package static let subtractUnsigned = ofUnsigned("swift_subtract_unsigned") {
    $0.subtractingReportingOverflow($1)
  }

  package static let addDecimal = ofDecimals("swift_add_decimal") { $0.exactSum(with: $1) }

  package static let subtractDecimal = ofDecimals("swift_subtract_decimal") {
    $0.exactSum(with: -$1)
  }

  /// Creates a function of two decimal numbers.
  private static func ofDecimals(
    _ name: String, _ body: @escaping @Sendable (Decimal, Decimal) -> Decimal?
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      if arguments[0].isNull || arguments[1].isNull { return .null }
      guard let left = arguments[0].decimal,
        let right = arguments[1].decimal, let result = body(left, right)
      else { return .text("") }
      return .decimal(result)
    }
  }

  /// Creates a function of two 64-bit unsigned integers, which are stored by their bit patterns.
  private static func ofUnsigned(
    _ name: String,
    _ body: @escaping @Sendable (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      guard case .integer(let left) = arguments[0], case .integer(let right) = arguments[1] else {
        return .null
      }
      let (value, overflows) = body(UInt64(bitPattern: left), UInt64(bitPattern: right))
      return overflows ? .text("") : .integer(Int64(bitPattern: value))
    }
  }
}

extension Decimal {
  /// Returns the sum; nil if it is too large or has too many digits.
  package func exactSum(with other: Decimal) -> Decimal? {
    var sum = DecimalSum()
    sum.add(self)
    sum.add(other)
    return sum.isUnreadable ? nil : sum.decimal
  }
}
