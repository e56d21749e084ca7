/// A month of a year.
package struct Month: Hashable, Sendable {
  package let first: Day

  /// Creates the month that contains a day.
  package init(of day: Day) {
    first = day + (1 - day.civil.day)
  }

  package var year: Int { first.civil.year }
  package var month: Int { first.civil.month }

  /// The days of the month, in order.
  package var days: [Day] {
    let next = Month(of: first + 31)
    return (first.number..<next.first.number).map(Day.init(number:))
  }
}

extension Month: LosslessStringConvertible {
  /// Parses a month like `2026-02`.
  package init?(_ text: String) {
    guard let first = Day(text + "-01") else { return nil }
    self.init(of: first)
  }

  /// The month in ISO 8601 format, like `2026-02`.
  package var description: String { "\(year.digits(4))-\(month.digits(2))" }
}
