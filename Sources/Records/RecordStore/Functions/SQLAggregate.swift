import SQLCore
import SQLiteDriver

/// An aggregate function of one argument that is implemented in Swift.
package struct SQLAggregate: Sendable {
  package let name: String
  package let begin: @Sendable () -> any SQLAggregation

  package static let all: [SQLAggregate] = [.decimalSum]

  /// The exact sum of decimal numbers, in the format that `DecimalSum(storedValue:)` reads.
  package static let decimalSum = SQLAggregate(name: "swift_decimal_sum") { DecimalAggregation() }
}

private final class DecimalAggregation: SQLAggregation {
  private var sum = DecimalSum()

  func add(_ arguments: [SQLValue]) { sum.add(stored: arguments[0]) }
  var result: SQLValue { sum.storedValue }
}
