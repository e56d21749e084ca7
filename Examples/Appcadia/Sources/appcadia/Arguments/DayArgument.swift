import AppcadiaCore
import ExampleSupport

/// A day on the command line.
enum DayArgument: Equatable {
  case day(Day)
  case today
  case yesterday

  init?(_ text: String) {
    switch text.lowercased() {
    case "today": self = .today
    case "yesterday": self = .yesterday
    default:
      guard let day = Day(text) else { return nil }
      self = .day(day)
    }
  }

  /// The calendar day.
  func resolved(today: Day) -> Day {
    switch self {
    case .day(let day): day
    case .today: today
    case .yesterday: today.previous
    }
  }
}

extension Invocation {
  /// The day that `--date` specifies; today by default.
  ///
  /// - Throws: `UsageError`.
  func day() throws -> DayArgument {
    try value(.date, as: "today, yesterday or a day like 2026-12-31", DayArgument.init) ?? .today
  }
}
