import AppcadiaCore
import ExampleSupport

/// `show GOAL`.
struct ShowCommand: Command {
  static let name = "show"
  static let synopsis = "GOAL"
  static let summary = "Show a goal, its daily actions, and its last stamps."
  static let details = Store.goalDetails

  private static let stampCount = 5

  let goal: String

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let actions = goal.orderedActions
    let done = try store.actions.done(of: goal, on: store.today)
    let stamps = goal.stamps.sorted { $0.date > $1.date }
    let record = GoalDetails(
      goal: GoalRecord(goal, today: store.today),
      actions: actions.map { ActionRecord($0, isDone: done.contains($0.id)) },
      stamps: stamps.map(StampRecord.init))
    try session.print(record) {
      var lines = [session.terminal.styled(goal.title.printable, .bold)]
      lines += details(of: goal)
      lines.append(StreakText.summary(of: goal, today: store.today))
      lines += actions.map { line($0, isDone: done.contains($0.id)) }
      lines += stamps.prefix(Self.stampCount).map(line)
      let rest = stamps.count - Self.stampCount
      if rest > 0 { lines.append("… and \(StreakText.count(rest, "more stamp"))") }
      return lines.joined(separator: "\n")
    }
    return .success
  }

  private func details(of goal: Goal) -> [String] {
    [
      ("", goal.targetDescription), ("Category: ", goal.category), ("Why: ", goal.motivation),
      ("Until: ", goal.targetEndDate.map { Day(date: $0).description } ?? ""),
    ].filter { !$0.1.isEmpty }.map { $0 + $1.printable }
  }

  private func line(_ action: DailyAction, isDone: Bool) -> String {
    var line = (isDone ? "✓ " : "- ") + (action.isRequired ? "" : "(optional) ")
    line += action.title.printable
    if action.estimatedMinutes > 0 { line += ", \(action.estimatedMinutes) min" }
    if let reminder = action.reminder { line += ", at \(reminder)" }
    return line
  }

  private func line(_ stamp: Stamp) -> String {
    ([stamp.day.description, stamp.stampType.printable]
      + [stamp.mood, stamp.note]
      .compactMap { $0?.printable }).joined(separator: "  ")
  }
}
