import AppcadiaCore
import ExampleSupport

/// A table of goals: ID, title, streak, best, stamps, last day.
struct GoalTable {
  let rows: [[String]]

  /// The text for an empty table.
  static let nothing = "There are no goals to show. Add one: appcadia add TITLE"

  private static let heading = ["ID", "GOAL", "STREAK", "BEST", "STAMPS", "LAST"]
  private static let titleColumn = 1

  init(_ goals: [Goal], identifiers: ShortIdentifiers, today: Day) {
    rows = goals.map { goal in
      [
        identifiers[goal.id], goal.title.printable + (goal.isActive ? "" : " (closed)"),
        "\(goal.currentStreak(asOf: today))", "\(goal.bestStreak)", "\(goal.totalStamps)",
        goal.lastStampDate.map { Day(date: $0).description } ?? "",
      ]
    }
  }

  /// The lines of the table; titles are cut if the terminal is too narrow.
  func lines(on terminal: Terminal) -> [String] {
    var widths = Self.heading.indices.map { column in
      ([Self.heading] + rows).map { $0[column].displayWidth }.max() ?? 0
    }
    if let columns = terminal.columns {
      let others = widths.reduce(0, +) - widths[Self.titleColumn] + 2 * (widths.count - 1)
      widths[Self.titleColumn] = min(
        widths[Self.titleColumn], max(Self.heading[Self.titleColumn].count, columns - others))
    }
    let heading = terminal.styled(line(Self.heading, widths), .dim)
    return [heading] + rows.map { line($0, widths) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map { $0.shortened(to: $1).padded(to: $1) }.joined(separator: "  ")
      .withoutTrailingSpaces
  }
}
