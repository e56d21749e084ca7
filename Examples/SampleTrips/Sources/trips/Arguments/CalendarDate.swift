import ExampleSupport
import Foundation

/// A day as the command line names it, stored as its first second in Greenwich.
enum CalendarDate {
  private static let style = Date.ISO8601FormatStyle().year().month().day()

  /// Reads a day.
  /// - Throws: `UsageError` where the text is none.
  static func date(_ text: String, of command: any Command.Type) throws -> Date {
    // Styles read a thirtieth of February as a day in March.
    guard let date = try? Date(text, strategy: style), self.text(date) == text else {
      throw UsageError("“\(text.printable)” is no day: YYYY-MM-DD.", about: command)
    }
    return date
  }

  /// The day on which a date is, as in `2026-05-01`.
  static func text(_ date: Date) -> String { date.formatted(style) }
}
