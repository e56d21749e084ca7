import AppcadiaCore
import ExampleSupport

/// `unstamp GOAL`.
struct UnstampCommand: Command {
  static let name = "unstamp"
  static let synopsis = "GOAL"
  static let summary = "Take a stamp of a day back."
  static let details = """
    \(Store.goalDetails)
    The stamps and streaks are counted again. Rewards that were unlocked stay unlocked.
    """
  static let options: Set<CommandOption> = [.date, .type]

  let goal: String
  let day: DayArgument
  let type: StampType

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
    day = try invocation.day()
    type = try invocation.choice(.type) ?? .regular
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let day = day.resolved(today: store.today)
    let note = try store.book.takeBack(from: goal, on: day, type)
    try session.print(GoalRecord(goal, today: store.today)) {
      let lost = note.map { " Its note was: \($0.printable)" } ?? ""
      return """
        Took the \(type.rawValue) stamp of \(day) back.\(lost)
        \(StreakText.summary(of: goal, today: store.today))
        """
    }
    return .success
  }
}
