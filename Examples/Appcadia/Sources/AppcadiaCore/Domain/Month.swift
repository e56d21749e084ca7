/// A month of a year.
package struct Month: Hashable, Sendable {
  package let first: Day

  /// The month that a day is in.
  package init(of day: Day) {
    first = day + (1 - day.civil.day)
  }

  package var year: Int { first.civil.year }
  package var month: Int { first.civil.month }

  /// Its days, from the first to the last.
  package var days: [Day] {
    let next = Month(of: first + 31)
    return (first.number..<next.first.number).map(Day.init(number:))
  }
}

extension Month: LosslessStringConvertible {
  /// Reads a month like `2026-02`.
  package init?(_ text: String) {
    guard let first = Day(text + "-01") else { return nil }
    self.init(of: first)
  }

  /// The month as ISO 8601 has it, like `2026-02`.
  package var description: String { "\(year.digits(4))-\(month.digits(2))" }
}
