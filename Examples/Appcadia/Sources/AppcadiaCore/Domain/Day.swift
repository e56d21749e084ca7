import Foundation

/// A calendar day, independent of time zones: the 1st of March is the same day in Tokyo and Lima.
///
/// A stamp keeps its day when its owner travels, and days are consecutive even if daylight saving
/// time changes their length.
package struct Day: Hashable, Comparable, Sendable {
  /// The number of days since the 1st of January 1970.
  package var number: Int

  package init(number: Int) {
    self.number = number
  }

  /// Creates the day that contains an instant.
  ///
  /// - Parameters:
  ///   - instant: Any instant; one that is too far away to count becomes the last day that counts.
  ///   - timeZone: The time zone of the day.
  package init(_ instant: Date, in timeZone: TimeZone) {
    let seconds = Self.countable(instant.timeIntervalSince1970)
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    self.init(seconds: seconds + Double(offset))
  }

  /// Creates a day from its stored form.
  ///
  /// - Parameter date: Any instant of the day in Greenwich time, such as `Day.date`.
  package init(date: Date) {
    self.init(seconds: date.timeIntervalSince1970)
  }

  private init(seconds: Double) {
    number = Int((Self.countable(seconds) / 86_400).rounded(.down))
  }

  /// A number of seconds from which days can be computed: a file may contain any number.
  private static func countable(_ seconds: Double) -> Double {
    // 10¹³ seconds are 300,000 years.
    seconds.isNaN ? 0 : min(max(seconds, -1e13), 1e13)
  }

  /// The stored form of the day: its midnight in Greenwich time, so that time zones do not move it.
  package var date: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  package var next: Day { self + 1 }
  package var previous: Day { self + -1 }

  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int { ((number + 4) % 7 + 7) % 7 }

  package static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }

  package static func < (first: Day, second: Day) -> Bool { first.number < second.number }
}
