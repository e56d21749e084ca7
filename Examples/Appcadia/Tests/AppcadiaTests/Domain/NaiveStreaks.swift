import AppcadiaCore
import Foundation

/// Streaks counted slowly, by asking the calendar for the day before each day.
struct NaiveStreaks {
  let calendar: Calendar
  /// The noon of each day.
  private let noons: Set<Date>

  init(_ instants: [Date], calendar: Calendar) {
    self.calendar = calendar
    noons = Set(instants.map { Self.noon(of: $0, calendar) })
  }

  var best: Int { noons.map(run).max() ?? 0 }
  var latest: Int { noons.max().map(run) ?? 0 }

  func current(asOf now: Date) -> Int {
    let today = Self.noon(of: now, calendar)
    guard let last = noons.max(), last >= before(today) else { return 0 }
    return run(last)
  }

  /// The number of consecutive days that end at a noon.
  private func run(_ noon: Date) -> Int {
    var (length, noon) = (0, noon)
    while noons.contains(noon) {
      length += 1
      noon = before(noon)
    }
    return length
  }

  private func before(_ noon: Date) -> Date {
    Self.noon(of: calendar.date(byAdding: .day, value: -1, to: noon) ?? .distantPast, calendar)
  }

  private static func noon(of instant: Date, _ calendar: Calendar) -> Date {
    var parts = calendar.dateComponents([.year, .month, .day], from: instant)
    parts.hour = 12
    return calendar.date(from: parts) ?? .distantPast
  }
}
