import ExampleSupport
import Foundation

/// Days on the command line, stored as their first second in Greenwich time.
enum CalendarDate {
  private static let style = Date.ISO8601FormatStyle().year().month().day()

  /// Parses a day.
  ///
  /// - Throws: `UsageError` if the text is invalid.
  static func date(_ text: String, of command: any Command.Type) throws -> Date {
    guard let date = date(text) else {
      throw UsageError(
        "“\(text.printable)” is not a valid date. Write dates as YYYY-MM-DD.", about: command)
    }
    return date
  }

  /// Parses a day; nil if the text is invalid.
  static func date(_ text: String) -> Date? {
    // Format styles parse the 30th of February as a day in March.
    guard let date = try? Date(text, strategy: style), self.text(date) == text else { return nil }
    return date
  }

  /// Today where the user is.
  static var today: Date {
    let now = Date.now
    let seconds = now.timeIntervalSince1970 + Double(TimeZone.current.secondsFromGMT(for: now))
    return Date(timeIntervalSince1970: (seconds / 86_400).rounded(.down) * 86_400)
  }

  /// The day of a date, such as `2026-05-01`.
  static func text(_ date: Date) -> String { date.formatted(style) }
}
