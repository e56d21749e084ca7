extension Day {
  /// Creates the day of a date in the Gregorian calendar.
  ///
  /// It is nil if the date does not exist, such as the 30th of February, or is outside of the years
  /// 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // Years begin in March here, so that the leap day is the last one (H. Hinnant,
    // “chrono-Compatible Low-Level Date Algorithms”).
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    number = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    guard civil == (year, month, day) else { return nil }
  }

  /// Year, month and day of the month in the Gregorian calendar.
  package var civil: (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Day: LosslessStringConvertible {
  /// Parses a date like `2026-02-03`.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The date in ISO 8601 format, like `2026-02-03`.
  package var description: String {
    let (year, month, day) = civil
    return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
  }
}

extension Int {
  /// The number padded with zeros to a number of digits.
  func digits(_ count: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
