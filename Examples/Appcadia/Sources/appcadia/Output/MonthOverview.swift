import AppcadiaCore
import ExampleSupport

/// A month of several goals, with a line for each.
struct MonthOverview {
  let month: Month
  let language: Language
  let rows: [(goal: Goal, page: CalendarPage)]

  private static let widestTitle = 30

  /// The lines; titles are cut if the terminal is too narrow.
  func lines(on terminal: Terminal, today: Day) -> [String] {
    let days = month.days
    let heading = language.title(of: month)
    let streaks = rows.map { "  streak \($0.goal.currentStreak(asOf: today))" }
    let titles = rows.map(\.goal.title.printable)
    var width = min(
      Self.widestTitle, ([heading] + titles).map(\.displayWidth).max() ?? 0)
    if let columns = terminal.columns {
      let others = 2 + days.count + (streaks.map(\.count).max() ?? 0)
      width = min(width, max(heading.displayWidth, columns - others))
    }
    let ruler =
      terminal.styled(heading, .bold)
      + String(repeating: " ", count: width - heading.displayWidth + 2) + Self.ruler(days.count)
    return [ruler]
      + zip(rows, zip(titles, streaks)).map { row, texts in
        texts.0.shortened(to: width).padded(to: width) + "  "
          + days.map { (row.page.marks[$0] ?? StampMark()).letter }.joined() + texts.1
      }
  }

  /// A line above the days, with the number of every fifth day.
  private static func ruler(_ count: Int) -> String {
    var text = "1"
    for day in stride(from: 5, through: count, by: 5) {
      text = text.padded(to: day - 1) + "\(day)"
    }
    return text
  }
}
