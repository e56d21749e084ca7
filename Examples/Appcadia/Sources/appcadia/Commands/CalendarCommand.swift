import AppcadiaCore
import ExampleSupport

/// `calendar [GOAL]`.
struct CalendarCommand: Command {
  static let name = "calendar"
  static let synopsis = "[GOAL]"
  static let summary = "Show the stamps of a month for one goal, or for all open goals."
  static let details = Store.goalDetails
  static let options: Set<CommandOption> = [.month]

  let goal: String?
  let month: Month?

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(0...1).first
    month = try invocation.value(.month, as: "a month like 2026-02") { Month($0) }
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let month = month ?? Month(of: store.today)
    let goals =
      if let goal { [try store.goal(named: goal)] } else {
        try await store.goals.fetchActiveGoals()
      }
    let pages = try goals.map { try CalendarPage($0, month: month, book: store.book) }
    let records = zip(goals, pages).map { goal, page in
      MonthRecord(page, goal: GoalRecord(goal, today: store.today))
    }
    let language = Language(rawValue: try store.settings.settings().language) ?? .english
    try session.print(records) {
      guard !goals.isEmpty else { return GoalTable.nothing }
      let lines =
        if goal == nil {
          MonthOverview(month: month, language: language, rows: Array(zip(goals, pages)))
            .lines(on: session.terminal, today: store.today)
        } else {
          zip(goals, pages).flatMap { goal, page in
            [session.terminal.styled(goal.title.printable, .bold)]
              + page.lines(on: session.terminal, language: language, today: store.today)
              + [StreakText.summary(of: goal, today: store.today)]
          }
        }
      return lines.joined(separator: "\n")
    }
    return .success
  }
}
